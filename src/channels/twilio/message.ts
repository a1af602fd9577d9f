import type { Message } from '../../domain/messages.ts';
import { fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';

/** Twilio takes 1,600 characters and cuts them into paid parts of 67 to 153: the subject and the link are three of them or fewer. */
const maxLength = 320;

/** The text of an SMS: what happened, and where to look. */
export function twilioText(message: Message): string {
  // A link that is longer than that is sent whole all the same.
  const room = Math.max(maxLength, message.url.length + 160);
  return fitLines([formatMessage(message).subject], message.url, { maxLength: room });
}
