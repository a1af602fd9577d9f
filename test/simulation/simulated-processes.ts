import { createCheckInstance } from '../../src/actors/check-instance.ts';
import { createCheckInstances } from '../../src/actors/check-instances.ts';
import { createDeliverNotification } from '../../src/actors/deliver-notification.ts';
import { createActOnIncident } from '../../src/actors/operating/act-on-incident.ts';
import { createStopInstance } from '../../src/actors/operating/stop-instance.ts';
import { createPlanNotifications } from '../../src/actors/plan-notifications.ts';
import type { Failures } from '../../src/actors/ports/failures.ts';
import type { Channel } from '../../src/actors/ports/notifications.ts';
import type { Log, Meter } from '../../src/actors/ports/observability.ts';
import type { CheckWakeUps, WakeUps } from '../../src/actors/ports/wake-ups.ts';
import { createReceiveHeartbeat } from '../../src/actors/receive-heartbeat.ts';
import { createRegisterInstance } from '../../src/actors/registering/register-instance.ts';
import { createRepairDeliveries } from '../../src/actors/repairing/repair-deliveries.ts';
import { createRollUpService } from '../../src/actors/roll-up-service.ts';
import { routeEvents } from '../../src/actors/route-events.ts';
import { createSweepOverdue } from '../../src/actors/sweep-overdue.ts';
import type { Message } from '../../src/domain/messages.ts';
import { rulesFor, type ServiceName } from '../../src/domain/policy.ts';
import type { AttemptOutcome } from '../../src/domain/retry-schedule.ts';
import type { Routing } from '../../src/domain/routing.ts';
import { ids } from '../../src/store/ids.ts';
import { withoutStorms } from '../actors/without-storms.ts';
import type { Gate } from './gate.ts';
import type { PeoplePorts } from './people/people-ports.ts';
import { startPeople } from './people/start-people.ts';
import type { SimulatedQueue } from './simulated-queue.ts';
import type { SimulatedStore } from './simulated-store.ts';
import type { SimulationRules } from './simulation-rules.ts';

export type ApiProcess = ReturnType<typeof startApiProcess>;
export type WorkerProcess = ReturnType<typeof startWorkerProcess>;

/** Nothing here fails by itself: what ends an actor is the end of its worker. */
const failures: Failures = { failed: (_, error) => Promise.reject(error) };
const nothing = () => undefined;
const log: Log = { info: nothing, warn: nothing, error: nothing };

interface Parts {
  people: PeoplePorts | undefined;
  store: SimulatedStore;
  gate: Gate;
  queue: SimulatedQueue;
  rules: SimulationRules;
  meter: Meter;
}

/** Wake-ups of a process that is gone are lost, and nothing else. */
function neverFailing<Of>(wakeUps: WakeUps<Of>): WakeUps<Of> {
  return {
    arm: (all) => wakeUps.arm(all).catch(nothing),
    missing: (all) => wakeUps.missing(all),
  };
}

/** The same of checks. */
function neverFailingChecks(wakeUps: CheckWakeUps): CheckWakeUps {
  return { arm: (nowMs, due) => wakeUps.arm(nowMs, due).catch(nothing) };
}

/** The ports of one process, every call through the gate under its name. */
function portsOf({ store, gate, queue }: Parts, party: string) {
  const around = <T extends object>(name: string, port: T) => gate.around(party, name, port);
  return {
    beats: around('beats', store.beats),
    registrations: around('registrations', store.registrations),
    checks: around('checks', store.checks),
    services: around('services', store.services),
    incidents: around('incidents', store.incidents),
    notifications: around('notifications', store.notifications),
    overdue: around('overdue', store.overdue),
    checkQueue: neverFailingChecks(around('checkQueue', queue.checkQueueOf())),
    deliveryQueue: neverFailing(around('deliveryQueue', queue.deliveryQueue)),
    stream: (group: string) => around(group, store.stream(group, party)),
  };
}

export const rulesOfName =
  ({ timing, policies }: SimulationRules) =>
  (name: ServiceName, intervalMs?: number) =>
    rulesFor(timing, policies, name, intervalMs);

/** A node that serves the API: the same actors that the real one has. */
export function startApiProcess(parts: Parts) {
  const { beats, registrations, checks, checkQueue } = portsOf(parts, 'api');
  const rulesOf = rulesOfName(parts.rules);
  return {
    clock: () => beats.now(0),
    ...createReceiveHeartbeat({
      ...{ beats, checkQueue, partitions: 1, log },
      hearHealth: async () => undefined,
    }),
    registerInstance: createRegisterInstance({ registrations, checkQueue, ids, rulesOf }),
    stopInstance: createStopInstance({ checks, checkQueue, rulesOf, meter: parts.meter }),
    actOnIncident:
      parts.people &&
      createActOnIncident({
        incidentActs: parts.gate.around('api', 'incidentActs', parts.people.incidentActs),
        meter: parts.meter,
      }),
  };
}

/** A worker with all actors of steps 2 to 6; `send` is the world outside. */
export function startWorkerProcess(
  parts: Parts,
  party: string,
  send: (channelId: string, message: Message) => AttemptOutcome,
) {
  const ports = portsOf(parts, party);
  const { rules, meter, gate } = parts;
  const rulesOf = rulesOfName(rules);
  const channels = new Map(
    rules.channelIds.map((channelId): [string, Channel] => [
      channelId,
      gate.around<Channel>(party, 'channel', {
        ...{
          channelId,
          type: 'webhook',
          followsUp: rules.followUps.includes(channelId),
          limit: rules.people?.limits[channelId] ?? null,
          close: async () => undefined,
        },
        send: async (message) => send(channelId, message),
      }),
    ]),
  );
  let tokens = 0;
  const blindAfterMs = () => rules.blindAfterMs;
  const checkInstance = createCheckInstance({ ...ports, rulesOf, meter, blindAfterMs });
  const checkInstances = createCheckInstances({
    ...{ ...ports, checkInstance, rulesOf, failures, blindAfterMs },
  });
  const rollUpService = createRollUpService({
    ...ports,
    ids,
    rulesOf,
    ...{ meter, log },
    blindAfterMs: () => rules.blindAfterMs,
    remindingOf: () => rules.reminding,
  });
  const routes = (): Routing => ({
    ...{ mode: 'all-matches', defaultChannels: [] },
    routes: [{ match: {}, channels: rules.routed }],
  });
  const planning = { ...ports, channels, ids, meter, log, rulesOf, routes, publicUrl: 'http://monitor' };
  const planNotifications = createPlanNotifications(planning);
  const { silences } = parts.store;
  const people =
    parts.people &&
    startPeople(parts.people, planning, { gate, party, rulesOf, reminding: rules.reminding, silences, log });
  const knownChannels = { has: async (channelId: string) => channels.has(channelId) };
  const repairDeliveries = createRepairDeliveries({ ...ports, knownChannels, failures, meter, log });
  return {
    ...{ party, checkInstances, stream: ports.stream, people },
    handlers: routeEvents({
      rollUpService,
      planNotifications,
      planHealth: async () => undefined,
      tellServiceHealth: async () => undefined,
    }),
    sweepOverdue: createSweepOverdue({
      ...ports,
      partition: 0,
      checkInstances,
      rollUpService,
      repairDeliveries,
      failures,
      meter,
    }),
    deliverNotification: createDeliverNotification({
      ...{ ...ports, ...(people ?? withoutStorms), channels, meter, log },
      telling: gate.around(party, 'telling', parts.people?.telling ?? parts.store.telling(rulesOf)),
      newToken: () => `${party}-${++tokens}`,
      random: () => 0.5,
    }),
  };
}
