import type { Message } from '../../domain/messages.ts';
import { readField } from '../outbound/read-field.ts';
import { formatMessage } from '../wording/format-message.ts';
import { actWords, offeredActs } from '../wording/offered-acts.ts';
import { slackAnswer, slackContent } from './message.ts';
import { plainText } from './slack-text.ts';

const eventType = 'service_monitor_message';

const common = { mrkdwn: false, parse: 'none', unfurl_links: false, unfurl_media: false };

/** Which message of ours it is, where only apps read it. One that is changed keeps what it has. */
export const metadataOf = ({ notificationId }: Message) => ({
  metadata: { event_type: eventType, event_payload: { id: notificationId } },
});

/** Whether a message, as Slack lists it, is ours with this id. */
export function isSameMessage(listed: unknown, notificationId: string): boolean {
  const metadata = readField(listed, 'metadata');
  return (
    readField(metadata, 'event_type') === eventType &&
    readField(metadata, 'event_payload', 'id') === notificationId
  );
}

/** The message of an outage, as it is now. With buttons it needs no link that does the same. */
export function botMessage(message: Message, hasButtons: boolean): object {
  const words = formatMessage(message);
  const { acknowledgeUrl: _link, ...others } = words;
  const buttons = hasButtons ? buttonsOf(message) : [];
  const content = slackContent(message, buttons.length > 0 ? others : words, buttons);
  return { ...common, ...content };
}

/** What is answered below the message of an outage. */
export function botAnswer(message: Message): object {
  return { ...common, ...slackAnswer(message) };
}

/** The value of each button is what it is about: an incident, or an outage group. */
function buttonsOf(message: Message): object[] {
  const elements = offeredActs(message).map((act) => ({
    type: 'button',
    action_id: act,
    text: plainText(actWords[act]),
    value: message.incidentId,
    ...(act === 'acknowledge' ? { style: 'primary' } : {}),
  }));
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}
