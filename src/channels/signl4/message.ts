import type { Message } from '../../domain/messages.ts';
import { alertOf } from '../wording/alert-of.ts';
import { cleanText } from '../wording/clean-text.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';

/** SIGNL4 names no limits; these keep an alert readable on a phone. */
const limits = { title: 250, message: 4000 };

/** An event of a team. All of an outage have the same id: its end closes the alert. */
export function signl4Message(message: Message, category?: string): object {
  const words = formatMessage(message);
  const { key, isOver } = alertOf(message);
  const lines = [words.summary, ...detailLines(words), `id ${cleanText(message.notificationId)}`];
  return {
    Title: fitLine(words.subject, { maxLength: limits.title }),
    Message: fitLines(lines, message.url, { maxLength: limits.message }),
    Link: message.url,
    ...(category === undefined ? {} : { 'X-S4-Service': category }),
    'X-S4-ExternalID': key,
    'X-S4-Status': isOver ? 'resolved' : 'new',
    'X-S4-SourceSystem': 'Service Monitor',
  };
}
