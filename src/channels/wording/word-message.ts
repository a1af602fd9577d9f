import type { IncidentMessage, Message } from '../../domain/notification.ts';
import type { StatusCounts } from '../../domain/roll-up-status.ts';
import { cleanText } from './clean-text.ts';
import type { Fact } from './fact.ts';
import { formatMoment } from './fact.ts';
import { formatMetrics } from './format-metrics.ts';
import { timeFacts } from './time-facts.ts';
import { wordHealth } from './word-health.ts';
import { wordImpairment } from './word-impairment.ts';
import { wordNews } from './word-news.ts';
import type { Wording } from './wording.ts';

const labels = {
  down: 'Down',
  recovering: 'Recovered',
  flapping: 'Flapping',
  resolved: 'Resolved',
  test: 'Test',
} as const;

const worstFirst = ['Down', 'Degraded', 'Recovered', 'Healthy', 'Pending'] as const;

/** Finds the words that all kinds of channels share. */
export function wordMessage(message: Message): Wording {
  if (message.kind === 'health') return wordHealth(message);
  return 'reasons' in message ? wordImpairment(message) : wordIncident(message);
}

function wordIncident(message: IncidentMessage): Wording {
  if (message.kind === 'test') return testWords(message);
  const name = cleanText(message.serviceName);
  const environment = cleanText(message.environment);
  const service = `${name} (${environment})`;
  return {
    subject: `[${labels[message.kind]}] ${service}: ${wordNews(message).short}`,
    topic: `${service} since ${formatMoment(message.startedAtMs)}`,
    summary: wordNews(message).long(`${name} in ${environment}`),
    facts: [
      { name: 'Service', value: name },
      { name: 'Environment', value: environment },
      ...timeFacts(message),
      ...noteFact(message),
      { name: 'Instances', value: formatCounts(message.instances) },
    ],
    lastSeen: message.lastMetrics.map((seen) => ({
      instance: formatInstance(seen),
      facts: formatMetrics(seen.values),
    })),
    linkText: 'Open the incident',
  };
}

function noteFact({ resolvedNote }: IncidentMessage): Fact[] {
  const value = cleanText(resolvedNote ?? '', 500);
  return value === '' ? [] : [{ name: 'Note', value }];
}

function testWords({ startedAtMs }: IncidentMessage): Wording {
  return {
    subject: '[Test] Service Monitor: this channel works',
    topic: 'Test of a channel',
    summary: 'This is a test of the channel. No service is affected, and there is nothing to do.',
    facts: [{ name: 'Sent', value: formatMoment(startedAtMs) }],
    lastSeen: [],
    linkText: 'Open the monitor',
  };
}

function formatCounts(counts: StatusCounts): string {
  const present = worstFirst.filter((status) => counts[status] > 0);
  const total = present.reduce((sum, status) => sum + counts[status], 0);
  if (total === 0) return 'none';
  const parts = present.map((status) => `${counts[status]} ${status}`);
  return present.length === 1 ? parts.join() : `${parts.join(', ')} (${total} in all)`;
}

function formatInstance({
  instanceKey,
  hostname,
  receivedAtMs,
}: IncidentMessage['lastMetrics'][number]): string {
  const key = cleanText(instanceKey);
  const host = hostname === null ? '' : cleanText(hostname);
  const where = host === '' || key.includes(host) ? '' : ` on ${host}`;
  return `${key}${where}${receivedAtMs === null ? '' : `, ${formatMoment(receivedAtMs)}`}`;
}
