import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { type Tone, toneOf } from '../wording/tone.ts';

/** Apprise cuts for each service itself; these keep the whole below its 3 MB. */
const limits = { title: 250, body: 8000 };

const types: Record<Tone, string> = {
  bad: 'failure',
  warning: 'warning',
  watching: 'info',
  good: 'success',
  neutral: 'info',
};

/** A notification as plain text, which Apprise escapes for each service. */
export function appriseMessage(message: Message, tag?: string): object {
  const words = formatMessage(message);
  const lines = [
    words.summary,
    message.url,
    ...detailLines(words),
    `id ${cleanText(message.notificationId)}`,
  ];
  return {
    title: fitLine(words.subject, { maxLength: limits.title }),
    // The link in front: services that take less cut the end off.
    body: fitLines(lines, '', { maxLength: limits.body }),
    ...{ type: types[toneOf(message)], format: 'text' },
    ...(tag === undefined ? {} : { tag }),
  };
}
