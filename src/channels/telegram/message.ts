import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { escapeHtml } from '../wording/escape-html.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { actWords, offeredActs } from '../wording/offered-acts.ts';
import { toneLooks, toneOf } from '../wording/tone.ts';

/** After the HTML was read; we count what we send, which is never less. */
const maxLength = 4096;

/** The text of a message, in Telegram’s HTML. The address stands bare: of a link to a private host the text alone would be shown. */
export function telegramText(message: Message): string {
  const words = formatMessage(message);
  const { icon } = toneLooks[toneOf(message)];
  const head = fitLine(`${icon} ${words.subject}`, { maxLength: 1000, escape: escapeHtml });
  const lines = [words.summary, ...detailLines(words), `id ${cleanText(message.notificationId)}`];
  const end = escapeAddress(message.url);
  return `<b>${head}</b>\n${fitLines(lines, end, { maxLength: maxLength - head.length - 8, escape: escapeHtml })}`;
}

/** The buttons below a message; none: they are taken away. What they send back has at most 64 bytes. */
export function telegramButtons(message: Message): object {
  const buttons = offeredActs(message).map((act) => ({
    text: actWords[act],
    callback_data: `${act}:${message.incidentId}`,
  }));
  return { inline_keyboard: buttons.length === 0 ? [] : [buttons] };
}

/** It must lead where it leads, so nothing is put into it. */
function escapeAddress(url: string): string {
  return url.replace(/&/g, '&amp;').replace(/</g, '%3C').replace(/>/g, '%3E');
}
