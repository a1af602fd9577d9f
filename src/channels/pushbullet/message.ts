import type { Message } from '../../domain/messages.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { toneLooks, toneOf } from '../wording/tone.ts';

/** Pushbullet names no limits; these keep a push readable. */
const limits = { title: 250, body: 4000 };

/** A push with a link, in plain text. */
export function pushbulletMessage(message: Message): object {
  const words = formatMessage(message);
  return {
    type: 'link',
    title: fitLine(`${toneLooks[toneOf(message)].icon} ${words.subject}`, { maxLength: limits.title }),
    body: fitLines([words.summary, ...detailLines(words)], '', { maxLength: limits.body }),
    url: message.url,
    // Whatever is sent again with it is the push that there is.
    guid: message.notificationId,
  };
}
