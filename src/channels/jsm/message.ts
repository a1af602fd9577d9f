import type { Message } from '../../domain/messages.ts';
import { alertOf, isAcknowledgement } from '../wording/alert-of.ts';
import { cleanText } from '../wording/clean-text.ts';
import { defuse } from '../wording/defuse.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { type PagerSeverity, pagerSeverityOf } from '../wording/pager-severity.ts';
import { otherLinks } from '../wording/wording.ts';

/*
 * What the documents (`about.ts`) say of alerts:
 *
 * - There is at most one open alert of an alias: a further one only raises its count; after a close it is a new alert.
 * - Every request is answered 202 and worked through later. An acknowledgement or a close of an alias that has no open
 *   alert comes to nothing then.
 * - Message and description may have HTML in them, so texts from outside are defused.
 */

/** What is taken at most, in characters. */
const limits = {
  message: 130,
  alias: 512,
  description: 15_000,
  entity: 512,
  tag: 50,
  detail: 300,
  note: 25_000,
};

const priorities: Record<PagerSeverity, string> = { critical: 'P1', error: 'P2', warning: 'P3', info: 'P5' };

const source = 'Service Monitor';

/** A request to the alert API: where it goes below its address, and what it says. */
export interface AlertRequest {
  path: string;
  body: object;
}

/** The requests of a message, in their order: one, and of a test the end as well, so that nobody has to close it. */
export function alertRequests(message: Message): AlertRequest[] {
  const alias = cleanText(alertOf(message).key, limits.alias);
  const change = (action: 'acknowledge' | 'close'): AlertRequest => ({
    path: `/v2/alerts/${encodeURIComponent(alias)}/${action}?identifierType=alias`,
    body: { source, note: noteOf(message) },
  });
  const create = (): AlertRequest => ({ path: '/v2/alerts', body: { alias, ...contentOf(message) } });
  if (message.kind === 'test') return [create(), change('close')];
  if (isAcknowledgement(message)) return [change('acknowledge')];
  return [alertOf(message).isOver ? change('close') : create()];
}

function noteOf(message: Message): string {
  return fitLines([formatMessage(message).summary], message.url, { maxLength: limits.note, escape: defuse });
}

function contentOf(message: Message) {
  const words = formatMessage(message);
  const lines = [words.summary, ...detailLines(words)];
  const links = otherLinks(words).map(({ text, url }) => `${defuse(text)}: ${url}`);
  const fit = (text: string, maxLength: number) => fitLine(text, { maxLength, escape: defuse });
  const isOfService = 'serviceName' in message;
  return {
    message: fit(words.subject, limits.message),
    description: fitLines(lines, [...links, message.url].join('\n'), {
      maxLength: limits.description,
      escape: defuse,
    }),
    priority: priorities[pagerSeverityOf(message)],
    source,
    ...(isOfService ? { entity: fit(cleanText(message.serviceName), limits.entity) } : {}),
    tags: [message.kind, ...(isOfService ? [fit(cleanText(message.environment), limits.tag)] : [])],
    details: {
      ...Object.fromEntries(words.facts.map(({ name, value }) => [name, fit(value, limits.detail)])),
      Id: cleanText(message.notificationId),
      Link: message.url,
    },
  };
}
