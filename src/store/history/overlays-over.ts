import type { OverlaysOver } from '../../actors/ports/history.ts';
import type { Maintenance } from '../../actors/ports/maintenance.ts';
import { overlaysOf } from '../../domain/history/overlays-of.ts';
import type { MaintenanceWindow } from '../../domain/maintenance/maintenance-window.ts';
import type { RedisClient } from '../client/connect.ts';
import { toGap } from '../monitor/blind-ledger.ts';
import type { Partitions } from '../partition.ts';

/** Reads what lies over the statuses of a service: the blind ledger of its partition, and all maintenance since then. */
export function createOverlaysOver(
  client: RedisClient,
  partitions: Partitions,
  parts: {
    maintenance: Pick<Maintenance, 'standing'>;
    /** The windows of monitor.yaml, as it is now. */
    ofFile: () => readonly MaintenanceWindow[];
    blindAfterMs: () => number;
  },
): OverlaysOver {
  return async function overlaysOver(view, fromMs) {
    const { nowMs, tickAtMs, serviceId } = view;
    const after = `(${fromMs}`;
    const [gaps, { windows }, past] = await Promise.all([
      client.zrangebyscore(partitions.of(serviceId).blind, after, '+inf'),
      parts.maintenance.standing(),
      client.zrangebyscore(partitions.at(0).pastMaintenance, after, '+inf'),
    ]);
    const isBlind = nowMs - tickAtMs > parts.blindAfterMs();
    return overlaysOf(
      view,
      { fromMs, toMs: nowMs },
      {
        windows: [
          ...parts.ofFile(),
          ...windows,
          ...past.map((text) => JSON.parse(text) as MaintenanceWindow),
        ],
        // While the monitor cannot hear, the gap goes on.
        gaps: [...gaps.map(toGap), ...(isBlind ? [{ fromMs: tickAtMs, toMs: nowMs }] : [])],
      },
    );
  };
}
