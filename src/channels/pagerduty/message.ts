import type { Message } from '../../domain/messages.ts';
import { alertOf, isAcknowledgement } from '../wording/alert-of.ts';
import { cleanText } from '../wording/clean-text.ts';
import { formatMessage } from '../wording/format-message.ts';
import { pagerSeverityOf } from '../wording/pager-severity.ts';
import { otherLinks } from '../wording/wording.ts';

/*
 * What PagerDuty's own documents (`about.ts`) say of alerts:
 *
 * - A trigger with the key of an open alert is added to it; after a resolve it opens a new one. Acknowledge and resolve
 *   of a key that has no open alert, or through another routing key, are dropped, and answered 202 like all others.
 * - While an incident is acknowledged there, further triggers notify nobody.
 */

/** What PagerDuty takes at most, in characters; and of the whole event 512 KB. */
const limits = { summary: 1024, key: 255, source: 255, detail: 1_000, link: 2_000 };

type Action = 'trigger' | 'acknowledge' | 'resolve';

/** The events of a message, in their order: one, and of a test the end as well, so that nobody has to close it. */
export function pagerdutyEvents(message: Message, routingKey: string): object[] {
  const actions: Action[] = message.kind === 'test' ? ['trigger', 'resolve'] : [actionOf(message)];
  return actions.map((action) => {
    const head = {
      routing_key: routingKey,
      event_action: action,
      dedup_key: cleanText(alertOf(message).key, limits.key),
    };
    return action === 'trigger' ? { ...head, ...contentOf(message) } : head;
  });
}

function actionOf(message: Message): Action {
  if (isAcknowledgement(message)) return 'acknowledge';
  return alertOf(message).isOver ? 'resolve' : 'trigger';
}

function contentOf(message: Message) {
  const words = formatMessage(message);
  const { subject, summary, lines = [], facts, lastSeen, linkText } = words;
  const isOfService = 'serviceName' in message;
  return {
    payload: {
      summary: cleanText(subject, limits.summary),
      // What PagerDuty lists alerts by: the service, as hosts come and go.
      source: isOfService ? cleanText(message.serviceName, limits.source) : 'Service Monitor',
      severity: pagerSeverityOf(message),
      timestamp: new Date(atMsOf(message)).toISOString(),
      ...(isOfService ? { group: cleanText(message.environment, limits.source) } : {}),
      class: message.kind,
      custom_details: {
        About: [summary, ...lines].join('\n'),
        ...Object.fromEntries(facts.map(({ name, value }) => [name, cleanText(value, limits.detail)])),
        ...Object.fromEntries(
          lastSeen.map((seen) => [
            `Last from ${seen.instance}`,
            Object.fromEntries(seen.facts.map(({ name, value }) => [name, value])),
          ]),
        ),
        Id: message.notificationId,
      },
    },
    client: 'Service Monitor',
    client_url: cleanText(message.url, limits.link),
    links: [{ url: message.url, text: linkText }, ...otherLinks(words)].map(({ url, text }) => ({
      ...{ href: cleanText(url, limits.link), text },
    })),
  };
}

function atMsOf(message: Message): number {
  if ('sinceMs' in message) return message.sinceMs;
  return 'atMs' in message ? message.atMs : message.detectedAtMs;
}
