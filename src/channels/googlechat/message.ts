import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { escapeHtml } from '../wording/escape-html.ts';
import { fitLine } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { toneLooks, toneOf } from '../wording/tone.ts';

/** A message may have 32,000 bytes; a character may be escaped to 6 and the JSON repeats nothing. */
const limits = { subject: 300, line: 300, details: 4000 };

/** A card. Its paragraphs read a little HTML, so what comes from outside is escaped; a mention only works in `text`. */
export function googlechatMessage(message: Message): object {
  const words = formatMessage(message);
  const subject = fitLine(`${toneLooks[toneOf(message)].icon} ${words.subject}`, {
    maxLength: limits.subject,
  });
  const lines = [words.summary, ...detailLines(words), `id ${cleanText(message.notificationId)}`];
  return {
    // What a phone shows that cannot show the card.
    fallbackText: subject,
    cardsV2: [
      {
        cardId: 'message',
        card: {
          header: { title: subject },
          sections: [
            { widgets: [{ textParagraph: { text: paragraph(lines) } }] },
            {
              widgets: [
                {
                  buttonList: {
                    buttons: [{ text: words.linkText, onClick: { openLink: { url: message.url } } }],
                  },
                },
              ],
            },
          ],
        },
      },
    ],
  };
}

/** Whole lines as long as there is room. */
function paragraph(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    const next = `${text}${text === '' ? '' : '<br>'}${escapeHtml(cleanText(line, limits.line))}`;
    if (next.length > limits.details) break;
    text = next;
  }
  return text;
}
