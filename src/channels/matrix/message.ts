import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import { defuse } from '../wording/defuse.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { escapeHtml } from '../wording/escape-html.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { toneLooks, toneOf } from '../wording/tone.ts';
import type { Wording } from '../wording/wording.ts';

/** An event may have 65,536 bytes, and ours holds the text twice. */
const limits = { subject: 1000, text: 6000 };

/** The content of an `m.room.message`, in plain text and in HTML. It mentions nobody. */
export function matrixMessage(message: Message): object {
  return contentOf(message, (words) => [words.summary, ...detailLines(words)]);
}

/** What stands in place of a message from now on. Clients that know no changes show its first line. */
export function matrixChange(message: Message, eventId: string): object {
  const { icon } = toneLooks[toneOf(message)];
  return {
    msgtype: 'm.text',
    body: `* ${fitLine(`${icon} ${formatMessage(message).subject}`, { maxLength: limits.subject, escape: defuse })}`,
    'm.new_content': matrixMessage(message),
    'm.mentions': {},
    'm.relates_to': { rel_type: 'm.replace', event_id: eventId },
  };
}

/** What is new, in the thread below a message; clients that know no threads show a reply. */
export function matrixReply(message: Message, eventId: string): object {
  return {
    ...contentOf(message, (words) => [words.summary]),
    'm.relates_to': {
      rel_type: 'm.thread',
      event_id: eventId,
      is_falling_back: true,
      'm.in_reply_to': { event_id: eventId },
    },
  };
}

function contentOf(message: Message, linesOf: (words: Wording) => string[]): object {
  const words = formatMessage(message);
  const subject = fitLine(`${toneLooks[toneOf(message)].icon} ${words.subject}`, {
    maxLength: limits.subject,
  });
  const lines = [...linesOf(words), `id ${cleanText(message.notificationId)}`];
  const href = message.url.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const html = fitLines(lines, '', { maxLength: limits.text, escape: escapeHtml }).replaceAll('\n', '<br>');
  return {
    // Not m.notice: clients are silent about what bots notice.
    msgtype: 'm.text',
    body: fitLines([subject, ...lines], message.url, { maxLength: limits.text, escape: defuse }),
    format: 'org.matrix.custom.html',
    formatted_body: `<strong>${escapeHtml(subject)}</strong><br>${html}<br><a href="${href}">${words.linkText}</a>`,
    'm.mentions': {},
  };
}
