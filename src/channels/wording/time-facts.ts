import { sayDuration } from '../../domain/duration.ts';
import type { IncidentMessage } from '../../domain/notification.ts';
import type { Fact } from './fact.ts';
import { outageTold } from './outage-told.ts';
import { sayMoment } from './say-moment.ts';

/** When the outage began, was found and ended, and how many there were. */
export function timeFacts(message: IncidentMessage): Fact[] {
  const { startedAtMs, detectedAtMs, recoveredAtMs, outageMs, relapses, silentMs } = message;
  // Of a recovery, too, what counts is the outage that it ends; at the end it is all of them.
  const sinceMs =
    message.kind === 'resolved' || message.hour !== undefined ? startedAtMs : outageTold.sinceMs(message);
  const isFound = message.kind === 'down' || relapses === 0;
  const foundAfterMs = Math.max(0, detectedAtMs - sinceMs);
  const found = `${sayMoment(detectedAtMs)}, after ${sayDuration(foundAfterMs)}`;
  return [
    { name: outageTold.isSilent(message) ? 'Last heartbeat' : 'Down since', value: sayMoment(sinceMs) },
    ...(isFound ? [{ name: 'Detected', value: found }] : []),
    ...(recoveredAtMs === null ? [] : [{ name: 'Back since', value: sayMoment(recoveredAtMs) }]),
    ...(outageMs === null ? [] : [{ name: 'Outage', value: sayDuration(outageMs) }]),
    ...(relapses === 0
      ? []
      : [{ name: 'Outages', value: `${relapses + 1} since ${sayMoment(startedAtMs)}` }]),
    ...(relapses === 0 || silentMs === undefined
      ? []
      : [{ name: 'Silent so far', value: sayDuration(silentMs) }]),
  ];
}
