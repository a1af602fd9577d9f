import { formatDuration } from '../../domain/duration.ts';
import type { IncidentMessage } from '../../domain/messages.ts';
import { cleanText } from './clean-text.ts';
import { describedOutage } from './described-outage.ts';
import type { Fact } from './fact.ts';
import { formatMoment } from './fact.ts';

/** When the outage began, was found and ended, and how many there were. */
export function timeFacts(message: IncidentMessage): Fact[] {
  const { startedAtMs, detectedAtMs, recoveredAtMs, outageMs, relapses, silentMs } = message;
  // Of a recovery, too, what counts is the outage that it ends; at the end it is all of them.
  const isOfAll = message.kind === 'resolved' || message.hour !== undefined;
  const sinceMs = isOfAll ? startedAtMs : describedOutage.sinceMs(message);
  const isFound = message.unacknowledgedMs === undefined && (message.kind === 'down' || relapses === 0);
  const foundAfterMs = Math.max(0, detectedAtMs - sinceMs);
  const found = `${formatMoment(detectedAtMs)}, after ${formatDuration(foundAfterMs)}`;
  return [
    // After the first of several outages it was heard again.
    ...(describedOutage.isSilent(message) && !(isOfAll && relapses > 0)
      ? lastHeard(message, sinceMs)
      : [{ name: 'Down since', value: formatMoment(sinceMs) }]),
    ...(isFound ? [{ name: 'Detected', value: found }] : []),
    ...notAcknowledged(message),
    ...acknowledgedFact(message),
    ...(recoveredAtMs === null ? [] : [{ name: 'Back since', value: formatMoment(recoveredAtMs) }]),
    ...(outageMs === null ? [] : [{ name: 'Outage', value: formatDuration(outageMs) }]),
    ...(relapses === 0
      ? []
      : [{ name: 'Outages', value: `${relapses + 1} since ${formatMoment(startedAtMs)}` }]),
    ...(relapses === 0 || silentMs === undefined
      ? []
      : [
          {
            name: describedOutage.was(message) === 'down' ? 'Down so far' : 'Silent so far',
            value: formatDuration(silentMs),
          },
        ]),
  ];
}

function notAcknowledged({ unacknowledgedMs }: IncidentMessage): Fact[] {
  if (unacknowledgedMs === undefined) return [];
  return [{ name: 'Not acknowledged', value: `for ${formatDuration(unacknowledgedMs)}` }];
}

/** Who works on it, or did. The message that says only that needs no fact for it. */
function acknowledgedFact({ kind, acknowledgedBy }: IncidentMessage): Fact[] {
  if (acknowledgedBy === undefined || kind === 'acknowledged') return [];
  return [{ name: 'Acknowledged', value: `by ${cleanText(acknowledgedBy)}` }];
}

/** A registration starts a silence, but it is no heartbeat. */
function lastHeard({ registration }: IncidentMessage, sinceMs: number): Fact[] {
  if (registration === undefined) return [{ name: 'Last heartbeat', value: formatMoment(sinceMs) }];
  const { atMs, lastBeatAtMs } = registration;
  return [
    { name: 'Last heartbeat', value: lastBeatAtMs === null ? 'never' : formatMoment(lastBeatAtMs) },
    { name: 'Registered', value: formatMoment(atMs) },
  ];
}
