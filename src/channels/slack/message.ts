import type { Message, MessageKind } from '../../domain/notification.ts';
import type { Fact } from '../wording/fact.ts';
import { formatMessage } from '../wording/format-message.ts';
import { slackText } from './slack-text.ts';

/** What Slack takes at most, in characters. */
const limits = { header: 150, section: 3000, field: 2000, fields: 10, text: 3000 };

const icons: Record<MessageKind, string> = {
  down: '🔴',
  recovering: '🔵',
  flapping: '🟠',
  resolved: '🟢',
  impaired: '🟠',
  well: '🟢',
  health: '🟡',
  degraded: '🟡',
  'instance-down': '🟡',
  test: '⚪',
};

/**
 * A message as Block Kit; `text` is what a lock screen and a screen reader get. What comes from outside is `plain_text`
 * everywhere: Slack makes no link, no bold and no emoji of it.
 */
export function slackBody(message: Message): string {
  const words = formatMessage(message);
  return JSON.stringify({
    text: slackText(words.subject, limits.text),
    mrkdwn: false,
    parse: 'none',
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(slackText(words.subject, limits.header)) },
      section(plain(`${icons[message.kind]} ${slackText(words.summary, 2000)}`)),
      { type: 'section', fields: words.facts.slice(0, limits.fields).map(field) },
      ...words.lastSeen.map((seen) => section(plain(formatLastSeen(seen)))),
      section({ type: 'mrkdwn', text: `<${linkTarget(message.url)}|${words.linkText}>`, verbatim: true }),
      { type: 'context', elements: [plain(slackText(`id ${message.notificationId}`, limits.header))] },
    ],
  });
}

function formatLastSeen({ instance, facts }: { instance: string; facts: Fact[] }): string {
  const head = `Last from ${slackText(instance, 500)}`;
  if (facts.length === 0) return `${head}\nno metrics`;
  // Twelve facts of at most 40 + 80 characters stay below the limit, escaped or not.
  const lines = facts.map(({ name, value }) => `${slackText(name, 60)}: ${slackText(value, 120)}`);
  return `${head}\n${lines.join('\n')}`;
}

function field({ name, value }: Fact) {
  return plain(`${slackText(name, 100)}: ${slackText(value, limits.field - 200)}`);
}

function section(text: object) {
  return { type: 'section', text };
}

function plain(text: string) {
  return { type: 'plain_text', text, emoji: false };
}

/** In a link, a bar or a bracket would end the address. */
function linkTarget(url: string): string {
  const target = url.replace(/[|<>\s]/g, encodeURIComponent);
  return slackText(target, limits.section - 100);
}
