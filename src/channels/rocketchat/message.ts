import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import { defuse } from '../wording/defuse.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { toneLooks, toneOf } from '../wording/tone.ts';

/** A message may have 5,000 characters, unless the server was told otherwise. */
const limits = { subject: 1000, text: 3000 };

/** A message with a coloured attachment. Its details are a block of code, in which Rocket.Chat looks for nothing. */
export function rocketchatMessage(message: Message, channel?: string): object {
  const words = formatMessage(message);
  const { icon, colour } = toneLooks[toneOf(message)];
  const lines = [words.summary, ...detailLines(words), `id ${cleanText(message.notificationId)}`];
  // It has no escape for all of its marks: no backtick may end the block.
  const details = fitLines(lines, '', {
    maxLength: limits.text,
    escape: (line) => defuse(line.replaceAll('`', 'ˋ')),
  });
  return {
    ...(channel === undefined ? {} : { channel }),
    text: `${icon} ${fitLine(words.subject, { maxLength: limits.subject, escape: escapeMarks })}\n${message.url}`,
    parseUrls: false,
    attachments: [
      {
        title: words.linkText,
        title_link: message.url,
        color: colour,
        text: `\`\`\`\n${details}\n\`\`\``,
      },
    ],
  };
}

/** Those that Rocket.Chat knows an escape for; links and spoilers are taken apart by a word joiner. */
function escapeMarks(text: string): string {
  return defuse(text)
    .replace(/[*_~`#.]/g, '\\$&')
    .replace(/\](?=\()/g, ']\u2060')
    .replace(/\|(?=\|)/g, '|\u2060');
}
