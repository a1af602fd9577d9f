import { createReadHistory, type ReadHistory } from '../actors/history/read-history.ts';
import type { Histories, OverlaysOver } from '../actors/ports/history.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { createHistories } from '../store/history/histories.ts';
import { createOverlaysOver } from '../store/history/overlays-over.ts';
import { createMaintenance } from '../store/maintenance/maintenance.ts';
import type { Foundation } from './foundation.ts';

/** What is kept of services, and what lies over it. */
export function openHistories(
  { current, partitions }: Pick<Foundation, 'current' | 'partitions'>,
  client: RedisClient,
): { histories: Histories; overlaysOver: OverlaysOver } {
  return {
    histories: createHistories(client, partitions),
    overlaysOver: createOverlaysOver(client, partitions, {
      maintenance: createMaintenance(client, partitions),
      ofFile: () => current.now.maintenance,
      blindAfterMs: () => current.now.blindAfterMs,
    }),
  };
}

/** The past of services, as it is shown. */
export function readPast(foundation: Foundation, client: RedisClient): ReadHistory {
  return createReadHistory(openHistories(foundation, client));
}
