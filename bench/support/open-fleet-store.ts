import { createCheckInstance } from '../../src/actors/check-instance.ts';
import { createCheckInstances } from '../../src/actors/check-instances.ts';
import type { Meter } from '../../src/actors/ports/observability.ts';
import { createRegisterInstance } from '../../src/actors/registering/register-instance.ts';
import { type RulesOf, rulesFor } from '../../src/domain/policy.ts';
import { openCheckQueue } from '../../src/queues/check-queue.ts';
import { connect, whenReady } from '../../src/store/client/connect.ts';
import { createFailures } from '../../src/store/events/failures.ts';
import { ids } from '../../src/store/ids.ts';
import { createBeats } from '../../src/store/instances/beats.ts';
import { createChecks } from '../../src/store/instances/checks.ts';
import { createRegistrations } from '../../src/store/instances/registrations.ts';
import { createPartitions } from '../../src/store/partition.ts';
import { newestVersion } from '../../src/store/schema/migrations/migrations.ts';

/** Silence never makes a bench blind: it judges minutes at once. */
const blindAfterMs = 3_600_000;

const silentMeter: Meter = {
  transition: () => undefined,
  repaired: () => undefined,
  notified: () => undefined,
  delivered: () => undefined,
  incident: () => undefined,
  eventLag: () => undefined,
};
const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

export type FleetStore = Awaited<ReturnType<typeof openFleetStore>>;

/** The store and the checks of one process without HTTP, with a fleet whose instances are all Healthy. */
export async function openFleetStore(
  url: string,
  { instances, perService, metadata }: { instances: number; perService: number; metadata: string },
) {
  const client = connect(url, 'blocking', () => undefined);
  await whenReady(client);
  const partitions = createPartitions(1);
  const keys = partitions.at(0);
  const rulesOf: RulesOf = (name, registrantIntervalMs) =>
    rulesFor({ intervalMs: 30_000, downAfterMs: 120_000 }, [], name, registrantIntervalMs);
  const faults = { onError: () => undefined, onLost: () => undefined };
  const checkQueue = openCheckQueue(client, [keys.tag], faults);
  const beats = createBeats(client, partitions, () => blindAfterMs, rulesOf);
  const checks = createChecks(client, partitions);
  const registrations = createRegistrations(client, partitions, () => newestVersion);
  const registerInstance = createRegisterInstance({ registrations, checkQueue, ids, rulesOf });
  const judging = { checks, checkQueue, rulesOf, meter: silentMeter, blindAfterMs: () => blindAfterMs };
  const failures = createFailures(client, partitions, silentLog);
  const checkInstance = createCheckInstance(judging);
  const checkInstances = createCheckInstances({ ...judging, checkInstance, failures });

  /** One heartbeat of each, so many in a call. */
  async function beatAll(instanceIds: readonly string[], perCall: number, text: string | null) {
    for (let at = 0; at < instanceIds.length; at += perCall) {
      const some = instanceIds.slice(at, at + perCall);
      await beats.receive(
        0,
        some.map((instanceId) => ({ instanceId, metadata: text })),
      );
    }
  }

  const all: string[] = [];
  for (let from = 0; from < instances; from += 100) {
    const some = Array.from({ length: Math.min(100, instances - from) }, async (_, i) => {
      const n = from + i;
      const shown = { version: null, hostname: `host-${n}`, port: 8080, url: null, processId: null };
      const { instanceId } = await registerInstance({
        ...{ serviceName: `service-${Math.floor(n / perService)}`, environment: 'bench' },
        ...{ instanceKey: `host-${n}:8080`, ...shown, metadata: null, network: null },
        ...{ registrantIntervalMs: 30_000, apiKeyId: 'benchkey' },
      });
      return instanceId;
    });
    all.push(...(await Promise.all(some)));
  }
  await beats.receive(0, [], await beats.now(0));
  await beatAll(all, 200, metadata);
  await checkInstances(0);

  return {
    ...{ client, keys, instanceIds: all, beatAll, checkInstances },

    /** Makes these due, as if they had been heard a period ago. */
    async makeDue(instanceIds: readonly string[]): Promise<void> {
      const nowMs = await beats.now(0);
      const due = instanceIds.flatMap((instanceId) => [nowMs - 10, instanceId]);
      await client.zadd(keys.timer, ...due);
    },

    async close(): Promise<void> {
      await checkQueue.close();
      client.disconnect();
    },
  };
}
