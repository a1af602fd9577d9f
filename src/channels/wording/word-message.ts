import { sayDuration } from '../../domain/duration.ts';
import type { IncidentMessage, Message } from '../../domain/notification.ts';
import { aliveCount, type StatusCounts } from '../../domain/roll-up-status.ts';
import { cleanText } from './clean-text.ts';
import type { Fact } from './fact.ts';
import { sayMetrics } from './say-metrics.ts';
import { sayMoment } from './say-moment.ts';
import { wordImpairment } from './word-impairment.ts';
import type { Wording } from './wording.ts';

const labels = { down: 'Down', flapping: 'Flapping', resolved: 'Resolved', test: 'Test' } as const;

const worstFirst = ['Down', 'Degraded', 'Recovered', 'Healthy', 'Pending'] as const;

/** Finds the words that all kinds of channels share. */
export function wordMessage(message: Message): Wording {
  return 'reasons' in message ? wordImpairment(message) : wordIncident(message);
}

function wordIncident(message: IncidentMessage): Wording {
  if (message.kind === 'test') return testWords(message);
  const name = cleanText(message.serviceName);
  const environment = cleanText(message.environment);
  const service = `${name} (${environment})`;
  return {
    subject: `[${labels[message.kind]}] ${service}: ${news(message)}`,
    topic: `${service} since ${sayMoment(message.startedAtMs)}`,
    summary: summary(message, `${name} in ${environment}`),
    facts: [
      { name: 'Service', value: name },
      { name: 'Environment', value: environment },
      ...timeFacts(message),
      { name: 'Instances', value: sayCounts(message.instances) },
    ],
    lastSeen: message.lastMetrics.map((seen) => ({
      instance: sayInstance(seen),
      facts: sayMetrics(seen.values),
    })),
    linkText: 'Open the incident',
  };
}

function testWords({ startedAtMs }: IncidentMessage): Wording {
  return {
    subject: '[Test] Service Monitor: this channel works',
    topic: 'Test of a channel',
    summary: 'This is a test of the channel. No service is affected, and there is nothing to do.',
    facts: [{ name: 'Sent', value: sayMoment(startedAtMs) }],
    lastSeen: [],
    linkText: 'Open the monitor',
  };
}

function news(message: IncidentMessage): string {
  const since = `since ${sayMoment(message.startedAtMs).slice(11)}`;
  if (message.kind === 'flapping') return `down ${message.relapses + 1} times ${since}`;
  if (message.kind === 'resolved') {
    if (message.resolvedBy !== undefined) return `resolved by ${cleanText(message.resolvedBy)}`;
    return message.outageMs === null ? 'outage is over' : `back after ${sayDuration(message.outageMs)}`;
  }
  return isSilent(message) ? `silent ${since}` : `down ${since}`;
}

function summary(message: IncidentMessage, service: string): string {
  const since = sayMoment(message.startedAtMs);
  if (message.kind === 'flapping') {
    return `${service} went down ${message.relapses + 1} times since ${since}. The next message comes when it is over.`;
  }
  if (message.kind === 'resolved') {
    if (message.resolvedBy !== undefined) {
      const isBack = message.recoveredAtMs === null ? 'It was not heard again so far.' : 'It is heard again.';
      return `${cleanText(message.resolvedBy)} resolved the incident of ${service}. ${isBack}`;
    }
    if (message.outageMs === null) return `The outage of ${service} is over.`;
    return `${service} is back after an outage of ${sayDuration(message.outageMs)}.`;
  }
  if (isSilent(message)) return `No instance of ${service} has sent a heartbeat since ${since}.`;
  return `${service} is down since ${since}.`;
}

/** A service with too few instances is down though the others are heard. */
function isSilent(message: IncidentMessage): boolean {
  return aliveCount(message.instances) === 0;
}

function timeFacts(message: IncidentMessage): Fact[] {
  const { startedAtMs, detectedAtMs, recoveredAtMs, outageMs, relapses } = message;
  const detectedAfterMs = Math.max(0, detectedAtMs - startedAtMs);
  const facts = [
    { name: isSilent(message) ? 'Last heartbeat' : 'Down since', value: sayMoment(startedAtMs) },
    { name: 'Detected', value: `${sayMoment(detectedAtMs)}, after ${sayDuration(detectedAfterMs)}` },
  ];
  if (recoveredAtMs !== null) facts.push({ name: 'Back since', value: sayMoment(recoveredAtMs) });
  if (outageMs !== null) facts.push({ name: 'Outage', value: sayDuration(outageMs) });
  if (relapses > 0) facts.push({ name: 'Relapses', value: String(relapses) });
  return facts;
}

function sayCounts(counts: StatusCounts): string {
  const present = worstFirst.filter((status) => counts[status] > 0);
  const total = present.reduce((sum, status) => sum + counts[status], 0);
  if (total === 0) return 'none';
  const parts = present.map((status) => `${counts[status]} ${status}`);
  return present.length === 1 ? parts.join() : `${parts.join(', ')} (${total} in all)`;
}

function sayInstance({
  instanceKey,
  hostname,
  receivedAtMs,
}: IncidentMessage['lastMetrics'][number]): string {
  const key = cleanText(instanceKey);
  const host = hostname === null ? '' : cleanText(hostname);
  const where = host === '' || key.includes(host) ? '' : ` on ${host}`;
  return `${key}${where}${receivedAtMs === null ? '' : `, ${sayMoment(receivedAtMs)}`}`;
}
