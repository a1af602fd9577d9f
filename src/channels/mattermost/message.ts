import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { escapeMarkdown } from '../wording/escape-markdown.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { toneLooks, toneOf } from '../wording/tone.ts';
import type { Wording } from '../wording/wording.ts';

/** A post may have 16,383 characters, and none is split below 4,000, which is what old servers take. */
const limits = { subject: 1000, text: 3500 };

/** One attachment with a coloured edge. All of it is read as Markdown, so what comes from outside is escaped. */
export function mattermostMessage(
  message: Message,
  channel?: string,
  buttons: readonly object[] = [],
): object {
  const own = attachmentOf(message, (words) => [words.summary, ...detailLines(words)]);
  return {
    ...(channel === undefined ? {} : { channel }),
    attachments: [buttons.length === 0 ? own : { ...own, actions: buttons }],
  };
}

/** What is new, below the post that shows the rest. */
export function mattermostAnswer(message: Message): object {
  return { attachments: [attachmentOf(message, (words) => [words.summary])] };
}

function attachmentOf(message: Message, linesOf: (words: Wording) => string[]): object {
  const words = formatMessage(message);
  const { icon, colour } = toneLooks[toneOf(message)];
  const subject = fitLine(`${icon} ${words.subject}`, { maxLength: limits.subject, escape: escapeMarkdown });
  const lines = [...linesOf(words), `id ${cleanText(message.notificationId)}`];
  // Two spaces at the end of a line keep the lines apart.
  const escape = (line: string) => `${escapeMarkdown(line)}  `;
  const link = `[${words.linkText}](${message.url.replace(/[()\s<>]/g, encodeURIComponent)})`;
  return {
    // What a notification shows.
    fallback: subject,
    color: colour,
    pretext: subject,
    text: fitLines(lines, link, { maxLength: limits.text, escape }),
  };
}
