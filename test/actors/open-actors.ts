import { createCheckInstance } from '../../src/actors/check-instance.ts';
import { createCheckInstances } from '../../src/actors/check-instances.ts';
import { createHearHealth } from '../../src/actors/health/hear-health.ts';
import { createTellServiceHealth } from '../../src/actors/health/tell-service-health.ts';
import { createStopInstance } from '../../src/actors/operating/stop-instance.ts';
import type { KnownChannels } from '../../src/actors/ports/nodes.ts';
import type { Channel } from '../../src/actors/ports/notifications.ts';
import type { Log, Meter } from '../../src/actors/ports/observability.ts';
import type { CheckWakeUps, Delivery, WakeUps } from '../../src/actors/ports/wake-ups.ts';
import { createReceiveHeartbeat } from '../../src/actors/receive-heartbeat.ts';
import { createRegisterInstance } from '../../src/actors/registering/register-instance.ts';
import { createRepairDeliveries } from '../../src/actors/repairing/repair-deliveries.ts';
import { createRollUpService } from '../../src/actors/roll-up-service.ts';
import { routeEvents } from '../../src/actors/route-events.ts';
import { createSweepOverdue } from '../../src/actors/sweep-overdue.ts';
import { createMarkTelling } from '../../src/actors/telling/mark-telling.ts';
import { asksForTrouble } from '../../src/domain/asks-for-trouble.ts';
import type { ChannelEvent } from '../../src/domain/channel-events.ts';
import type { MonitorEvent } from '../../src/domain/events.ts';
import type { HealthMessage, IncidentMessage, Message } from '../../src/domain/messages.ts';
import { type RulesOf, rulesFor, type ServicePolicy } from '../../src/domain/policy.ts';
import { noReminding, type Reminding } from '../../src/domain/reminding/reminder-rules.ts';
import type { AttemptOutcome } from '../../src/domain/retry-schedule.ts';
import type { Routing } from '../../src/domain/routing.ts';
import { apartFromSynthetic } from '../../src/self-check/apart-from-synthetic.ts';
import { createEventStream } from '../../src/store/events/event-stream.ts';
import { createFailures } from '../../src/store/events/failures.ts';
import { createBeats } from '../../src/store/instances/beats.ts';
import { createHealths } from '../../src/store/instances/healths.ts';
import { createTellingMarks } from '../../src/store/telling/telling-marks.ts';
import { blindAfterMs, describedAs, openStore } from '../store/open-store.ts';
import { openPlanners } from './open-planners.ts';
import { openStormLimit } from './telling/open-storm-limit.ts';

export type TestActors = Awaited<ReturnType<typeof openActors>>;

/** An instance is late 1301 ms after its last sign of life and Down after 4 s; Recovered lasts 2 s. */
export const timing = { intervalMs: 1_000, graceMs: 300, downAfterMs: 4_000, recoveryWindowMs: 2_000 };

type Armed = { instanceId: string; delayMs: number }[];

/** The actors on the real store. Queues note what they are asked for; a test runs the jobs itself. */
export async function openActors(
  more: {
    policies?: ServicePolicy[];
    channelIds?: string[];
    events?: readonly ChannelEvent[];
    routes?: Routing;
    reminding?: () => Reminding;
  } = {},
) {
  const store = await openStore();
  const { client, keys, ids, checks, registrations, services, notifications } = store;
  const metered: string[] = [];
  const warned: string[] = [];
  /** What is said of it for people. */
  const said: string[] = [];
  const armed: Armed = [];
  const deliveries: Delivery[] = [];
  const sent: IncidentMessage[] = [];
  const saidOfItself: Message[] = [];
  const saidOfHealth: HealthMessage[] = [];
  const outcomes: AttemptOutcome[] = [];

  const meter: Meter = apartFromSynthetic.meter({
    transition: (status, latenessMs) => void metered.push(`${status} after ${latenessMs}`),
    repaired: (what, count) => void metered.push(`repaired ${count} ${what}`),
    notified: (type, outcome) => void metered.push(`${type} ${outcome}`),
    delivered: (type) => void metered.push(`${type} delivered`),
    incident: (kind) => void metered.push(`incident ${kind}`),
    eventLag: () => undefined,
  });
  const warn = (_: object, message: string) => void warned.push(message);
  const info = (fields: { plain?: string }, message: string) => void said.push(fields.plain ?? message);
  const log: Log = { info, warn, error: warn };
  const checkQueue: CheckWakeUps = {
    async arm(nowMs, due) {
      armed.push(...due.map(({ instanceId, dueAtMs }) => ({ instanceId, delayMs: dueAtMs - nowMs })));
    },
  };
  const deliveryQueue: WakeUps<Delivery> = {
    arm: async (wanted) => {
      const names = wanted.map(({ channelId, notificationId, attempts }) => ({
        ...{ channelId, notificationId, attempts },
      }));
      deliveries.push(...names);
    },
    missing: async (wanted) => [...wanted],
  };
  /** A channel that ends each attempt as `outcomes` says, else well. */
  const channelOf = (channelId: string): Channel => ({
    channelId,
    type: 'webhook',
    followsUp: true,
    events: more.events,
    async send(message) {
      if ('reasons' in message || 'isOver' in message || 'groupId' in message || message.kind === 'digest')
        saidOfItself.push(message);
      else if (message.kind === 'health') saidOfHealth.push(message);
      else sent.push(message);
      return outcomes.shift() ?? { kind: 'sent' };
    },
    close: async () => undefined,
  });
  const channels = new Map(
    (more.channelIds ?? ['hook']).map((id) => [id, apartFromSynthetic.channel(channelOf(id))]),
  );
  const rulesOf: RulesOf = (name, intervalMs) => rulesFor(timing, more.policies ?? [], name, intervalMs);

  const beats = createBeats(client, store.partitions, () => blindAfterMs, rulesOf);
  const healths = createHealths(client, store.partitions);
  const hearHealth = createHearHealth({ healths, checkQueue, rulesOf, log });
  const receiveHeartbeat = createReceiveHeartbeat({
    ...{ beats, checkQueue, hearHealth, partitions: 1, log },
  });
  const registerInstance = createRegisterInstance({ registrations, checkQueue, ids, rulesOf });
  const judging = { rulesOf, meter, blindAfterMs: () => blindAfterMs };
  const checkInstance = createCheckInstance({ checks, checkQueue, ...judging });
  const rollUpService = createRollUpService({
    ...{ services, ids, log, ...judging },
    asksForTrouble: () => asksForTrouble([...channels.values()], null),
    remindingOf: more.reminding ?? (() => noReminding),
  });
  const tellServiceHealth = createTellServiceHealth({ services, healths });
  const { planHealth, planTrouble, planNotifications } = openPlanners(store, {
    ...{ deliveryQueue, channels, meter, log, rulesOf, routes: more.routes ?? null },
  });
  const knownChannels: KnownChannels = { has: async (channelId) => channels.has(channelId) };
  const failures = createFailures(client, store.partitions, log);
  const checkInstances = createCheckInstances({
    ...{ checks, checkInstance, checkQueue, failures, ...judging },
  });
  const repairDeliveries = createRepairDeliveries({
    ...{ overdue: store.overdue, notifications, deliveryQueue, knownChannels, failures, meter, log },
  });
  const actors = {
    ...{ receiveHeartbeat, hearHealth, registerInstance, checkInstance, checkInstances },
    ...{ rollUpService, planNotifications, tellServiceHealth },
    planTrouble,
    stopInstance: createStopInstance({ checks, checkQueue, rulesOf, meter }),
    sweepOverdue: createSweepOverdue({
      ...{ partition: 0, overdue: store.overdue, checkInstances, rollUpService },
      ...{ repairDeliveries, failures, meter },
    }),
  };
  const handlers = routeEvents({
    ...{ rollUpService, planNotifications, planHealth, planTrouble, tellServiceHealth },
  });

  /** Events that this group has not read yet. */
  async function read(group: string): Promise<MonitorEvent[]> {
    const stream = createEventStream(client, client, keys, group, 'test');
    await stream.ensureGroup();
    const entries = await stream.next(1);
    await stream.done(entries.map((entry) => entry.entryId));
    return entries.map((entry) => entry.event);
  }

  /** What the actors did, since the last reset. */
  const seen = {
    metered,
    warned,
    said,
    armed,
    deliveries,
    sent,
    saidOfItself,
    saidOfHealth,
    outcomes,
  };
  return {
    ...store,
    ...actors,
    ...seen,
    ...openStormLimit(store, { channels, deliveryQueue }),
    markTelling: createMarkTelling(createTellingMarks(client, store.partitions)),
    ...{
      channels,
      meter,
      log,
      beats,
      checkQueue,
      rulesOf,
      deliveryQueue,
      knownChannels,
      repairDeliveries,
      failures,
      read,
    },

    async reset(): Promise<void> {
      for (const list of Object.values(seen)) list.length = 0;
      await store.reset();
    },

    register: (serviceName: string, instanceKey: string, version: string | null = '1.2.3') =>
      registerInstance({ ...describedAs(serviceName, instanceKey), version }),

    /** A heartbeat, and the check that it wakes. */
    async beat(instanceId: string, metadata: string | null = null) {
      const answer = await receiveHeartbeat.receive({ instanceId, metadata });
      await checkInstance(instanceId);
      return answer;
    },

    /** Runs the check that stands for this instance now. */
    async check(instanceId: string) {
      return checkInstance(instanceId);
    },

    /** Feeds all events to the actors that they are for, until nothing is left. */
    async relay(): Promise<void> {
      for (;;) {
        const forServices = await read('roll-up-service');
        await handlers.service(forServices);
        const forIncidents = await read('plan-notifications');
        await handlers.incident(forIncidents);
        if (forServices.length + forIncidents.length === 0) return;
      }
    },

    async status(instanceId: string) {
      return (await store.view(instanceId)).state.status;
    },

    async service(serviceName: string) {
      const found = await services.read(ids.serviceId(serviceName, 'test'));
      if (found === null) throw new Error(`there is no service ${serviceName}`);
      return found;
    },

    async allIncidents() {
      return (await store.readings.incidents({ limit: 200, after: null }, {})).items;
    },

    async allNotifications() {
      return (await store.readings.notifications(null, { limit: 200, after: null })).items;
    },
  };
}

/** How many of a kind the sweep repaired, by what it metered. */
export function repairsOf(metered: readonly string[], what: string): number {
  return metered
    .map((text) => new RegExp(`^repaired (\\d+) ${what}$`).exec(text)?.[1] ?? '0')
    .reduce((sum, count) => sum + Number(count), 0);
}
