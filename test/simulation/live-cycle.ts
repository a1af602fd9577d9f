import { createCheckInstance } from '../../src/actors/check-instance.ts';
import { createPlanNotifications } from '../../src/actors/plan-notifications.ts';
import type { Channel } from '../../src/actors/ports/notifications.ts';
import type { Log, Meter } from '../../src/actors/ports/observability.ts';
import type { CheckWakeUps } from '../../src/actors/ports/wake-ups.ts';
import { createReceiveHeartbeat } from '../../src/actors/receive-heartbeat.ts';
import { createRegisterInstance } from '../../src/actors/registering/register-instance.ts';
import { createRollUpService } from '../../src/actors/roll-up-service.ts';
import { routeEvents } from '../../src/actors/route-events.ts';
import type { Incident } from '../../src/domain/incident.ts';
import type { NotificationKind } from '../../src/domain/message-kinds.ts';
import { rulesFor } from '../../src/domain/policy.ts';
import { ids } from '../../src/store/ids.ts';
import { openMemoryStore } from './memory/open-memory-store.ts';

const startMs = 1_700_000_000_000;
const blindAfterMs = 3_000;
const nothing = () => undefined;
const log: Log = { info: nothing, warn: nothing, error: nothing };
const meter: Meter = {
  ...{ transition: nothing, notified: nothing, delivered: nothing },
  ...{ incident: nothing, eventLag: nothing, repaired: nothing },
};

/** One service of one instance: when it beats, and until when it is looked at; in milliseconds since its start. */
export interface Cycle {
  beatsMs: number[];
  untilMs: number;
}

/** What came of it for a person with one channel. */
export interface Lived {
  /** Every message, with the time at which it was due. */
  messages: { atMs: number; kind: NotificationKind; isSummary: boolean; relapses: number }[];
  incidents: Incident[];
  /** When the service was Down. */
  downsMs: number[];
}

/**
 * Lives it with the real actors at the default times, on a store in memory and a clock that jumps from one thing to the
 * next: a day takes a moment. The monitor hears all the time, and nothing ever breaks.
 */
export async function liveCycle({ beatsMs, untilMs }: Cycle): Promise<Lived> {
  const store = openMemoryStore(blindAfterMs);
  const { memory } = store;
  const lived: Lived = { messages: [], incidents: [], downsMs: [] };
  const rulesOf = (name: { serviceName: string; environment: string }, intervalMs?: number) =>
    rulesFor({ intervalMs: 30_000, downAfterMs: 120_000 }, [], name, intervalMs);
  const checkQueue: CheckWakeUps = { arm: async () => undefined };
  const channel: Channel = {
    ...{ channelId: 'mail', type: 'email', followsUp: false },
    ...{ send: async () => ({ kind: 'sent' }), close: async () => undefined },
  };
  const { receive } = createReceiveHeartbeat({
    ...{ beats: store.beats, checkQueue, partitions: 1, log },
    hearHealth: async () => undefined,
  });
  const register = createRegisterInstance({ ...store, checkQueue, ids, rulesOf });
  const judging = { rulesOf, meter, blindAfterMs: () => blindAfterMs };
  const checkInstance = createCheckInstance({ ...store, checkQueue, ...judging });
  const rollUpService = createRollUpService({ ...store, ids, log, ...judging });
  const planNotifications = createPlanNotifications({
    ...{ ...store, channels: new Map([['mail', channel]]), ids, meter, log, rulesOf, routes: () => null },
    ...{
      publicUrl: 'http://monitor',
      deliveryQueue: { arm: async () => undefined, missing: async () => [] },
    },
  });
  const handlers = routeEvents({
    rollUpService,
    planNotifications,
    planHealth: async () => undefined,
    tellServiceHealth: async () => undefined,
  });
  const services = store.stream('roll-up-service', 'one');
  const incidents = store.stream('plan-notifications', 'one');

  function setTime(atMs: number): void {
    store.setTime(startMs + atMs);
    memory.state.tickMs = startMs + atMs;
  }

  async function relay(): Promise<void> {
    for (let count = 1; count > 0; ) {
      const [forServices, forIncidents] = [await services.next(1), await incidents.next(1)];
      await handlers.service(forServices.map(({ event }) => event));
      await handlers.incident(forIncidents.map(({ event }) => event));
      for (const { event } of forServices)
        if (event.type === 'service.changed' && event.to === 'Down') lived.downsMs.push(event.atMs - startMs);
      count = forServices.length + forIncidents.length;
    }
  }

  async function check(): Promise<void> {
    await checkInstance(instanceId);
  }

  setTime(0);
  await services.ensureGroup();
  await incidents.ensureGroup();
  const { instanceId, serviceId } = await register({
    ...{ serviceName: 'orders', environment: 'test', instanceKey: 'one', version: null, hostname: 'h' },
    ...{
      port: 1,
      url: null,
      processId: null,
      metadata: null,
      network: null,
      registrantIntervalMs: null,
      apiKeyId: null,
    },
  });
  const dueOf = (timer: Map<string, number>, id: string) => (timer.get(id) ?? Infinity) - startMs;
  for (let beat = 0; ; ) {
    const { timer, serviceTimer } = memory.state;
    const checkMs = dueOf(timer, instanceId);
    const serviceMs = dueOf(serviceTimer, serviceId);
    const beatMs = beatsMs[beat] ?? Infinity;
    const atMs = Math.min(checkMs, serviceMs, beatMs);
    if (atMs > untilMs) break;
    setTime(atMs);
    if (beatMs === atMs) {
      await receive({ instanceId, metadata: null });
      beat++;
      await check();
    } else if (checkMs === atMs) await check();
    else await rollUpService(serviceId, []);
    await relay();
  }
  const rows = [...memory.state.notifications.values()].filter(({ state }) => state === 'pending');
  for (const { createdAtMs, kind, message } of rows) {
    if (!('relapses' in message)) continue;
    const isSummary = message.hour !== undefined;
    lived.messages.push({ atMs: createdAtMs - startMs, kind, isSummary, relapses: message.relapses });
  }
  lived.incidents = [...memory.state.incidents.values()];
  return lived;
}
