import type { IncidentMessage, Message } from '../../domain/messages.ts';
import { cleanText } from './clean-text.ts';
import type { Fact } from './fact.ts';
import { formatMoment } from './fact.ts';
import { formatCounts } from './format-counts.ts';
import { formatDigest } from './format-digest.ts';
import { formatGroup } from './format-group.ts';
import { formatHealth } from './format-health.ts';
import { formatImpairment } from './format-impairment.ts';
import { formatMetrics } from './format-metrics.ts';
import { formatTrouble } from './format-trouble.ts';
import { subjectAndSummary } from './subject-and-summary.ts';
import { timeFacts } from './time-facts.ts';
import { inOwnWords, type OwnWords, type Wording } from './wording.ts';

/** A message in the words that all kinds of channels share; its subject is in `subject-and-summary.ts`. */
export function formatMessage(message: Message & { ownWords?: OwnWords }): Wording {
  const usual = usualWords(message);
  return message.ownWords === undefined ? usual : inOwnWords(usual, message.ownWords);
}

function usualWords(message: Message): Wording {
  if (message.kind === 'digest') return formatDigest(message);
  if (message.kind === 'health') return formatHealth(message);
  if ('groupId' in message) return formatGroup(message);
  if ('isOver' in message) return formatTrouble(message);
  return 'reasons' in message ? formatImpairment(message) : formatIncident(message);
}

function formatIncident(message: IncidentMessage): Wording {
  if (message.kind === 'test') return formatTest(message);
  const name = cleanText(message.serviceName);
  const environment = cleanText(message.environment);
  return {
    ...subjectAndSummary(message),
    topic: `${name} (${environment}) since ${formatMoment(message.startedAtMs)}`,
    facts: [
      { name: 'Service', value: name },
      { name: 'Environment', value: environment },
      ...timeFacts(message),
      ...noteFact(message),
      { name: 'Instances', value: formatCounts(message.instances) },
      ...downFact(message),
      ...neededFact(message),
      ...heldFact(message),
    ],
    lastSeen: message.lastMetrics.map((seen) => ({
      instance: formatInstance(seen),
      facts: formatMetrics(seen.values),
    })),
    ...acknowledgeLink(message),
    linkText: 'Open the incident',
  };
}

/** It asks before it acts: whoever follows the links of a mail to look for malware changes nothing. */
function acknowledgeLink({ acknowledgeUrl }: IncidentMessage): Pick<Wording, 'acknowledgeUrl'> {
  return acknowledgeUrl === undefined ? {} : { acknowledgeUrl };
}

function noteFact({ resolvedNote }: IncidentMessage): Fact[] {
  const value = cleanText(resolvedNote ?? '', 500);
  return value === '' ? [] : [{ name: 'Note', value }];
}

/** Where people look first. */
function downFact({ down = [] }: IncidentMessage): Fact[] {
  const value = down.map(({ instanceKey, host }) => formatWhere(instanceKey, host)).join(', ');
  return value === '' ? [] : [{ name: 'Down', value }];
}

/** Why it comes only now. */
function heldFact({ heldBack }: IncidentMessage): Fact[] {
  if (heldBack === undefined) return [];
  const { untilMs, because } = heldBack;
  const why = because.startsWith('depends on ') ? `the service ${because}` : `by ${because}`;
  return [{ name: 'Held back', value: cleanText(`until ${formatMoment(untilMs)}, ${why}`, 500) }];
}

function neededFact({ minInstances = 1 }: IncidentMessage): Fact[] {
  return minInstances > 1 ? [{ name: 'Needed', value: `at least ${minInstances} alive` }] : [];
}

function formatTest(message: IncidentMessage): Wording {
  return {
    ...subjectAndSummary(message),
    topic: message.acknowledgeUrl === undefined ? 'Test of a channel' : 'Drill of a channel',
    facts: [{ name: 'Sent', value: formatMoment(message.startedAtMs) }],
    lastSeen: [],
    linkText: message.acknowledgeUrl === undefined ? 'Open the monitor' : 'Confirm',
  };
}

function formatInstance({
  instanceKey,
  hostname,
  receivedAtMs,
}: IncidentMessage['lastMetrics'][number]): string {
  return `${formatWhere(instanceKey, hostname)}${receivedAtMs === null ? '' : `, ${formatMoment(receivedAtMs)}`}`;
}

/** `web-1 on h7`; the host is not said twice. */
function formatWhere(instanceKey: string, host: string | null): string {
  const [key, on] = [cleanText(instanceKey), cleanText(host ?? '')];
  return on === '' || key.includes(on) ? key : `${key} on ${on}`;
}
