import type { Message } from '../../domain/messages.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { toneLooks, toneOf } from '../wording/tone.ts';

/** Longer texts become attachments in Signal. */
const maxLength = 2000;

/** A message as plain text. */
export function signalText(message: Message): string {
  const words = formatMessage(message);
  const lines = [`${toneLooks[toneOf(message)].icon} ${words.subject}`, words.summary, ...detailLines(words)];
  return fitLines(lines, message.url, { maxLength });
}
