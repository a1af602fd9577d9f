import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { toneOf } from '../wording/tone.ts';

const limits = { summary: 500, description: 8000 };

/** Without an end Alertmanager would take an alert for resolved after 5 minutes; ours say themselves when they are. */
const longestMs = 30 * 24 * 60 * 60_000;
const newsMs = 5 * 60_000;

/** An alert. Its labels are what Alertmanager knows it by: the same from the beginning to the end of an outage. */
export function alertmanagerAlert(message: Message): object {
  const words = formatMessage(message);
  const { sinceMs, endMs } = timesOf(message);
  return {
    labels: labelsOf(message),
    annotations: {
      summary: fitLine(words.subject, { maxLength: limits.summary }),
      description: fitLines([words.summary, ...detailLines(words)], '', { maxLength: limits.description }),
      link: message.url,
      message_id: cleanText(message.notificationId),
    },
    startsAt: new Date(sinceMs).toISOString(),
    endsAt: new Date(endMs).toISOString(),
    generatorURL: message.url,
  };
}

function labelsOf(message: Message): Record<string, string> {
  if ('reasons' in message) return { alertname: 'MonitorImpaired', severity: 'warning' };
  if (message.kind === 'test') return { alertname: 'MonitorTest', severity: 'info' };
  if (message.kind === 'digest') return { alertname: 'MonitorDigest', severity: 'critical' };
  if ('groupId' in message)
    return { alertname: 'OutageGroup', severity: 'critical', outage_group: message.groupId };
  const isOutage = !('isOver' in message) && message.kind !== 'health';
  const names = { health: 'ServiceUnhealthy', degraded: 'ServiceDegraded', 'instance-down': 'InstanceDown' };
  const given = 'labels' in message ? (message.labels ?? {}) : {};
  return {
    severity: isOutage ? 'critical' : 'warning',
    ...Object.fromEntries(
      // Names as every version of Alertmanager takes them.
      Object.entries(given).map(([name, value]) => [name.replace(/[^a-zA-Z0-9_]/g, '_'), cleanText(value)]),
    ),
    alertname: isOutage ? 'ServiceDown' : names[message.kind],
    service: cleanText(message.serviceName),
    environment: cleanText(message.environment),
  };
}

/** When it began, and when it is over. */
function timesOf(message: Message): { sinceMs: number; endMs: number } {
  const isOver = toneOf(message) === 'good';
  if ('reasons' in message) {
    const { sinceMs, endedAtMs } = message;
    return { sinceMs, endMs: endedAtMs ?? sinceMs + longestMs };
  }
  // News that nothing takes back.
  if (message.kind === 'digest') return { sinceMs: message.sinceMs, endMs: message.sinceMs + newsMs };
  if ('groupId' in message)
    return {
      sinceMs: message.firstSilentAtMs,
      endMs: message.endedAtMs ?? message.firstSilentAtMs + longestMs,
    };
  if ('atMs' in message) return { sinceMs: message.atMs, endMs: message.atMs + (isOver ? 0 : longestMs) };
  const { startedAtMs, detectedAtMs, recoveredAtMs, kind } = message;
  if (kind === 'test') return { sinceMs: startedAtMs, endMs: startedAtMs + newsMs };
  return { sinceMs: startedAtMs, endMs: isOver ? (recoveredAtMs ?? detectedAtMs) : startedAtMs + longestMs };
}
