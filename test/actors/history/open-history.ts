import { createCountDays } from '../../../src/actors/history/count-days.ts';
import { createReadHistory } from '../../../src/actors/history/read-history.ts';
import type { Histories } from '../../../src/actors/ports/history.ts';
import type { MonitorEvent, ServiceChanged } from '../../../src/domain/events.ts';
import type { MaintenanceWindow } from '../../../src/domain/maintenance/maintenance-window.ts';
import { createHistories } from '../../../src/store/history/histories.ts';
import { createHistoryQueue } from '../../../src/store/history/history-queue.ts';
import { createOverlaysOver } from '../../../src/store/history/overlays-over.ts';
import { createMaintenance } from '../../../src/store/maintenance/maintenance.ts';
import { blindAfterMs } from '../../store/open-store.ts';
import type { TestActors } from '../open-actors.ts';

/** The past of services on the real store: what reads it, and what counts its days. */
export function openHistory(actors: TestActors) {
  const { client, partitions, keys, ids } = actors;
  const maintenance = createMaintenance(client, partitions);
  const histories = createHistories(client, partitions);
  const overlaysOver = createOverlaysOver(client, partitions, {
    ...{ maintenance, ofFile: () => [], blindAfterMs: () => blindAfterMs },
  });
  const past = createReadHistory({ histories, overlaysOver });
  const idOf = (serviceName: string) => ids.serviceId(serviceName, 'test');

  /** One round of a worker; `through` stands between it and the store. */
  const count = (through: (histories: Histories) => Histories = (same) => same) =>
    createCountDays({
      queue: createHistoryQueue(client, keys),
      ...{ histories: through(histories), overlaysOver, keptDays: 400, log: actors.log },
      mayGoOn: async () => true,
      pause: async () => undefined,
    })();

  return {
    ...{ histories, count, idOf },

    async intervals(serviceName: string) {
      return (await past.intervals(idOf(serviceName)))?.intervals.toReversed() ?? [];
    },

    async uptime(serviceName: string, days = 10) {
      const report = await past.uptime(idOf(serviceName), days);
      if (report === null) throw new Error(`there is no service ${serviceName}`);
      return report;
    },

    /** The changes of a service as their events tell them. */
    async changes(serviceName: string): Promise<ServiceChanged[]> {
      const entries = await client.xrange(keys.events, '-', '+');
      return entries
        .map(([, [, text = 'null']]) => JSON.parse(text) as MonitorEvent)
        .filter((event) => event.type === 'service.changed')
        .filter((event) => event.serviceName === serviceName);
    },

    /** A maintenance of a service from now on. */
    async maintain(serviceName: string, forMs: number): Promise<MaintenanceWindow> {
      const nowMs = await maintenance.now();
      const window: MaintenanceWindow = {
        ...{ windowId: `of ${serviceName} from ${nowMs}`, match: { service: serviceName }, weekly: null },
        ...{ bounds: { environments: [], services: [] }, by: 'ci', note: null, request: null },
        ...{ startsAtMs: nowMs, endsAtMs: nowMs + forMs, createdAtMs: nowMs },
      };
      await maintenance.commit(await maintenance.standing(), window, nowMs);
      return window;
    },
  };
}
