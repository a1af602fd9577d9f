import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import { formatMessage } from '../wording/format-message.ts';
import { toneOf } from '../wording/tone.ts';

/** Of the names of what is told; no setting of the monitor begins so. */
const prefix = 'MONITOR_MESSAGE_';

/**
 * All that the program finds in its environment: where programs are, a language, and the message in a few words. Nothing
 * of the monitor's own environment, which holds secrets.
 */
export function commandEnvironment(message: Message): Record<string, string> {
  const { subject } = formatMessage(message);
  const told = {
    ID: cleanText(message.notificationId),
    KIND: message.kind,
    TONE: toneOf(message),
    SUBJECT: cleanText(subject, 1000),
    LINK: cleanText(message.url, 2048),
    ...('serviceName' in message
      ? { SERVICE: cleanText(message.serviceName), ENVIRONMENT: cleanText(message.environment) }
      : {}),
  };
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
    ...Object.fromEntries(Object.entries(told).map(([name, value]) => [`${prefix}${name}`, value])),
  };
}
