import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { escapeMarkdown } from '../wording/escape-markdown.ts';
import { fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { toneLooks, toneOf } from '../wording/tone.ts';
import type { Wording } from '../wording/wording.ts';

/** What Discord takes at most, in characters; its embeds may hold 6,000 together. */
const limits = { content: 2000, description: 4096 };

/**
 * The subject and the link as text, which is what a lock screen shows, and the rest as an embed. The link stands bare: the
 * URLs of an embed must be public. Nobody is mentioned, whatever a text looks like.
 */
export function discordMessage(message: Message): object {
  return contentOf(message, (words) => [words.summary, ...detailLines(words)]);
}

/** What is new, where the message of the outage shows the rest. */
export function discordAnswer(message: Message): object {
  return contentOf(message, (words) => [words.summary]);
}

function contentOf(message: Message, linesOf: (words: Wording) => string[]): object {
  const words = formatMessage(message);
  const { icon, colour } = toneLooks[toneOf(message)];
  const lines = [...linesOf(words), `id ${cleanText(message.notificationId)}`];
  return {
    content: fitLines([`${icon} ${words.subject}`], `<${message.url}>`, {
      maxLength: limits.content,
      escape: escapeMarkdown,
    }),
    embeds: [
      {
        description: fitLines(lines, '', { maxLength: limits.description, escape: escapeMarkdown }),
        color: Number.parseInt(colour.slice(1), 16),
      },
    ],
    allowed_mentions: { parse: [] },
  };
}
