import { ReadFailure } from '../monitor/read-failure.ts';
import type { Asking, Detail } from '../page/page-types.ts';
import { type MapDetail, toMap } from './fleet.ts';

/** Ten thousand instances are much to read: seldom if events tell their changes, and not at each reading if none does. */
const mostAgeMs = 5 * 60_000;
const restMs = 15_000;

/** What was read last with a key, for when no events are told. */
const lastOf = new WeakMap<Asking, MapDetail>();

/** Reads the fleet, or keeps what is known of it. */
export async function readMap(
  client: Asking,
  { environment, detailBefore }: { environment: string; detailBefore: Detail | null },
  signal: AbortSignal,
): Promise<MapDetail> {
  const before = detailBefore?.kind === 'map' ? detailBefore : asOld(lastOf.get(client));
  if (before?.fleet?.environment === environment) {
    const ageMs = performance.now() - before.fleet.readAtMs;
    if (ageMs < (before.isOld ? restMs : mostAgeMs)) return before;
  }
  const readAtMs = performance.now();
  try {
    const query = environment === '' ? '' : `?${new URLSearchParams({ environment })}`;
    const instances = await client.one('fleet', `/api/instances${query}`, signal);
    if (!Array.isArray(instances)) throw new ReadFailure('unreadable', 'The instances are not a list.');
    const map = toMap(instances, { environment, readAtMs });
    lastOf.set(client, map);
    return map;
  } catch (error) {
    if (!(error instanceof ReadFailure) || error.kind !== 'invalid') throw error;
    return { kind: 'map', fleet: null, statuses: [], sinces: [], isOld: false };
  }
}

/** What happened since then is not known. */
function asOld(map: MapDetail | undefined): MapDetail | null {
  return map === undefined ? null : { ...map, isOld: true };
}
