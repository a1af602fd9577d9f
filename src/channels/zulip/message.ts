import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import { defuse } from '../wording/defuse.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { toneLooks, toneOf } from '../wording/tone.ts';

/** In characters: Zulip takes 60 and 10,000. */
const limits = { topic: 60, subject: 1000, text: 6000 };
const lengthOf = (text: string) => [...text].length;

/**
 * A message and its topic. Zulip’s Markdown has no escapes: what comes from outside stands in code, where Zulip looks
 * for no mark-up, no link and no mention. `short`: without what the message of the outage shows.
 */
export function zulipMessage(
  message: Message,
  length: 'whole' | 'short' = 'whole',
): { topic: string; content: string } {
  const words = formatMessage(message);
  const icon = toneLooks[toneOf(message)].icon;
  const subject = fitLine(words.subject, { maxLength: limits.subject, lengthOf, escape: inCode });
  const more = length === 'short' ? [] : detailLines(words);
  const lines = [words.summary, ...more, `id ${cleanText(message.notificationId)}`];
  const details = fitLines(lines, '', { maxLength: limits.text, lengthOf, escape: inCode });
  const target = message.url.replace(/[()\s<>]/g, encodeURIComponent);
  return {
    topic: fitLine(words.topic, { maxLength: limits.topic, lengthOf }),
    content: `${icon} \`${subject}\`\n\`\`\`text\n${details}\n\`\`\`\n[${words.linkText}](${target})`,
  };
}

/** No backtick ends the code. */
function inCode(text: string): string {
  return defuse(text.replaceAll('`', 'ˋ'));
}
