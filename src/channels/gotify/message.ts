import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { type Tone, toneOf } from '../wording/tone.ts';

/** Gotify names no limits; these keep a message readable. */
const limits = { title: 250, message: 8000 };

/** From 8 on the app rings and vibrates, from 4 on it makes a sound, below 1 it is silent. */
const priorities: Record<Tone, number> = { bad: 8, warning: 5, watching: 2, good: 4, neutral: 4 };

/** A message as plain text: Gotify reads Markdown only where it is told to. */
export function gotifyMessage(message: Message): object {
  const words = formatMessage(message);
  const lines = [words.summary, ...detailLines(words), `id ${cleanText(message.notificationId)}`];
  return {
    title: fitLine(words.subject, { maxLength: limits.title }),
    message: fitLines(lines, message.url, { maxLength: limits.message }),
    priority: priorities[toneOf(message)],
    extras: {
      'client::display': { contentType: 'text/plain' },
      'client::notification': { click: { url: message.url } },
    },
  };
}
