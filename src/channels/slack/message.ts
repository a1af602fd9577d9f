import type { MessageKind } from '../../domain/message-kinds.ts';
import type { Message } from '../../domain/messages.ts';
import type { Fact } from '../wording/fact.ts';
import { fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { otherLinks, type Wording } from '../wording/wording.ts';
import { plainText, slackText } from './slack-text.ts';

/** What Slack takes at most, in characters. */
const limits = { header: 150, section: 3000, field: 2000, fields: 10, text: 3000 };

const icons: Record<MessageKind, string> = {
  down: '🔴',
  recovering: '🔵',
  flapping: '🟠',
  reminder: '🔴',
  escalation: '🔴',
  acknowledged: '🔵',
  resolved: '🟢',
  impaired: '🟠',
  well: '🟢',
  health: '🟡',
  degraded: '🟡',
  'instance-down': '🟡',
  digest: '🔴',
  group: '🔴',
  'group-over': '🟢',
  test: '⚪',
};

/**
 * A message as Block Kit; `text` is what a lock screen and a screen reader get. What comes from outside is `plain_text`
 * everywhere: Slack makes no link, no bold and no emoji of it.
 */
export function slackBody(message: Message): string {
  return JSON.stringify({
    mrkdwn: false,
    parse: 'none',
    unfurl_links: false,
    unfurl_media: false,
    ...slackContent(message, formatMessage(message)),
  });
}

/** What people see; `buttons` stand below all else. */
export function slackContent(message: Message, words: Wording, buttons: readonly object[] = []) {
  return {
    text: slackText(words.subject, limits.text),
    blocks: [
      { type: 'header', text: plainText(slackText(words.subject, limits.header)) },
      section(plainText(`${icons[message.kind]} ${slackText(words.summary, 2000)}`)),
      ...ownLines(words),
      ...(words.facts.length === 0
        ? []
        : [{ type: 'section', fields: words.facts.slice(0, limits.fields).map(field) }]),
      ...linkSections(otherLinks(words)),
      ...words.lastSeen.map((seen) => section(plainText(formatLastSeen(seen)))),
      section(link({ url: message.url, text: words.linkText })),
      ...buttons,
      idOf(message),
    ],
  };
}

/** What is answered below a message that shows the rest. */
export function slackAnswer(message: Message) {
  const words = formatMessage(message);
  return {
    text: slackText(words.subject, limits.text),
    blocks: [
      section(plainText(`${icons[message.kind]} ${slackText(words.summary, 2000)}`)),
      section(link({ url: message.url, text: words.linkText })),
      idOf(message),
    ],
  };
}

function idOf(message: Message) {
  return { type: 'context', elements: [plainText(slackText(`id ${message.notificationId}`, limits.header))] };
}

/** What an operator wrote instead of the facts. */
function ownLines({ lines = [] }: Wording): object[] {
  const text = fitLines(lines, '', {
    maxLength: limits.section,
    escape: (line) => slackText(line, limits.section),
  });
  return text.trim() === '' ? [] : [section(plainText(text))];
}

function formatLastSeen({ instance, facts }: { instance: string; facts: Fact[] }): string {
  const head = `Last from ${slackText(instance, 500)}`;
  if (facts.length === 0) return `${head}\nno metrics`;
  // Twelve facts of at most 40 + 80 characters stay below the limit, escaped or not.
  const lines = facts.map(({ name, value }) => `${slackText(name, 60)}: ${slackText(value, 120)}`);
  return `${head}\n${lines.join('\n')}`;
}

function field({ name, value }: Fact) {
  return plainText(`${slackText(name, 100)}: ${slackText(value, limits.field - 200)}`);
}

/** As many links in one block as go in: Slack takes 50 blocks. */
function linkSections(links: readonly { text: string; url: string }[]) {
  const texts: string[] = [];
  for (const one of links) {
    const { text } = link(one);
    const together = `${texts.at(-1)}\n${text}`;
    if (texts.length > 0 && together.length <= limits.section) texts[texts.length - 1] = together;
    else texts.push(text);
  }
  return texts.map((text) => section({ type: 'mrkdwn', text, verbatim: true }));
}

/** What would be markup in the words of a link is left out of them. */
function link({ text, url }: { text: string; url: string }) {
  const words = slackText(text.replace(/[|*_~`]/g, ' '), 250);
  return { type: 'mrkdwn', text: `<${linkTarget(url)}|${words}>`, verbatim: true };
}

function section(text: object) {
  return { type: 'section', text };
}

/** In a link, a bar or a bracket would end the address. */
function linkTarget(url: string): string {
  const target = url.replace(/[|<>\s]/g, encodeURIComponent);
  return slackText(target, limits.section - 100);
}
