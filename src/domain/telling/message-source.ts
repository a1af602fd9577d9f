import type { Notification } from '../notification.ts';

/**
 * Whose message it is: of an environment, and of the API key that its service was registered with. Sources share what a
 * channel takes. Null: the message is about the monitor itself.
 */
export function sourceOf({
  message,
  registeredBy,
}: Pick<Notification, 'message' | 'registeredBy'>): string | null {
  return 'environment' in message ? `${message.environment}/${registeredBy ?? ''}` : null;
}
