import type { Message } from '../../domain/notification.ts';
import { cleanText } from '../wording/clean-text.ts';
import { defuse } from '../wording/defuse.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { escapeHtml } from '../wording/escape-html.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { toneLooks, toneOf } from '../wording/tone.ts';

/** An event may have 65,536 bytes, and ours holds the text twice. */
const limits = { subject: 1000, text: 6000 };

/** The content of an `m.room.message`, in plain text and in HTML. It mentions nobody. */
export function matrixMessage(message: Message): object {
  const words = formatMessage(message);
  const subject = fitLine(`${toneLooks[toneOf(message)].icon} ${words.subject}`, {
    maxLength: limits.subject,
  });
  const lines = [words.summary, ...detailLines(words), `id ${cleanText(message.notificationId)}`];
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
