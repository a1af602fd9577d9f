import type { Message } from '../../domain/messages.ts';
import { alertOf, isAcknowledgement } from '../wording/alert-of.ts';
import { cleanText } from '../wording/clean-text.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { type Tone, toneOf } from '../wording/tone.ts';

/** Splunk On-Call shows less than this of either. */
const limits = { name: 250, message: 8000 };

/** CRITICAL pages until somebody acknowledges; WARNING does where its settings say so; INFO stands in the timeline; RECOVERY closes. */
const types: Record<Tone, string> = {
  bad: 'CRITICAL',
  warning: 'WARNING',
  watching: 'INFO',
  good: 'RECOVERY',
  neutral: 'INFO',
};

/** An alert. All of an outage have the same `entity_id`: its end closes the incident there. */
export function splunkOnCallMessage(message: Message): object {
  const words = formatMessage(message);
  const lines = [words.summary, ...detailLines(words), `id ${cleanText(message.notificationId)}`];
  return {
    // Who was called is not called on.
    message_type: isAcknowledgement(message) ? 'ACKNOWLEDGEMENT' : types[toneOf(message)],
    entity_id: alertOf(message).key,
    entity_display_name: fitLine(words.subject, { maxLength: limits.name }),
    state_message: fitLines(lines, message.url, { maxLength: limits.message }),
    monitoring_tool: 'Service Monitor',
    // An annotation: a link beside the incident.
    [`vo_annotate.u.${words.linkText}`]: message.url,
  };
}
