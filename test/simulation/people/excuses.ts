import type { Incident } from '../../../src/domain/incident.ts';
import type { Simulation } from '../simulation.ts';
import { needs } from './lives-of-people.ts';
import type { PeoplePicture } from './people-picture.ts';

/** Why somebody need not be told of an open incident now, by what is so now; null: there is nothing. */
export function excuseOf(
  picture: PeoplePicture,
  incident: Incident,
  channelId: string,
  { store, rules }: Simulation,
): string | null {
  const { serviceName } = incident;
  if (store.silences.of(serviceName, picture.nowMs) !== null) return 'silence';
  const isTried = picture.rows.some(
    (row) => row.channelId === channelId && row.state === 'pending' && row.attempts > 0,
  );
  if (isTried) return 'its channel refuses messages';
  const needed = needs[serviceName];
  return needed === undefined ? null : dependency(picture, incident, needed, rules.timing.downAfterMs);
}

/**
 * What it needs is Down, or went Down up to D after it; or it was, and is back for less than D; or that may still turn
 * out so, for D.
 */
function dependency(
  { services, nowMs }: PeoplePicture,
  { timeline, detectedAtMs }: Incident,
  needed: string,
  downAfterMs: number,
): string | null {
  const view = services.get(needed);
  if (view === undefined) return null;
  const foundAtMs = timeline.findLast((entry) => 'to' in entry && entry.to === 'Down')?.atMs ?? detectedAtMs;
  const { status, sinceMs } = view.state;
  if (status === 'Down') return sinceMs <= foundAtMs + downAfterMs ? `${needed} is Down` : null;
  const backAtMs = view.incident?.recoveredAtMs ?? null;
  if (backAtMs !== null && nowMs < backAtMs + downAfterMs) return `${needed} was Down`;
  return nowMs < foundAtMs + downAfterMs ? `${needed} may be Down` : null;
}
