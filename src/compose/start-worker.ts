import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { createCheckInstance } from '../actors/check-instance.ts';
import { createCheckInstances } from '../actors/check-instances.ts';
import { oneAfterAnother } from '../actors/concurrency/one-after-another.ts';
import { createDeliverNotification } from '../actors/deliver-notification.ts';
import { createPlanHealth } from '../actors/health/plan-health.ts';
import { createTellServiceHealth } from '../actors/health/tell-service-health.ts';
import { createPlanNotifications } from '../actors/plan-notifications.ts';
import { createPlanTrouble } from '../actors/plan-trouble.ts';
import { createRepairDeliveries } from '../actors/repairing/repair-deliveries.ts';
import { createRollUpService } from '../actors/roll-up-service.ts';
import { type EventHandler, routeEvents } from '../actors/route-events.ts';
import { createSweepOverdue } from '../actors/sweep-overdue.ts';
import { createEndDigest } from '../actors/telling/end-digest.ts';
import { createMarkTelling } from '../actors/telling/mark-telling.ts';
import { createPassStormLimit } from '../actors/telling/pass-storm-limit.ts';
import { asksForTrouble } from '../domain/asks-for-trouble.ts';
import type { ServiceName } from '../domain/policy.ts';
import { noReminding } from '../domain/reminding/reminder-rules.ts';
import { remindingFor } from '../domain/reminding/reminding-for.ts';
import type { RoutedService } from '../domain/routing.ts';
import { synthetic } from '../domain/synthetic-outage.ts';
import { startCheckWorkers } from '../queues/check-workers.ts';
import { startDeliveryWorkers } from '../queues/delivery-workers.ts';
import { followEvents } from '../queues/follow-events.ts';
import { apartFromSynthetic } from '../self-check/apart-from-synthetic.ts';
import { connect } from '../store/client/connect.ts';
import { createEventStream } from '../store/events/event-stream.ts';
import { createEventsAside } from '../store/events/events-aside.ts';
import { createFailures } from '../store/events/failures.ts';
import { createIncidents } from '../store/incidents/incidents.ts';
import { createChecks } from '../store/instances/checks.ts';
import { createHealths } from '../store/instances/healths.ts';
import { createOverdue } from '../store/instances/overdue.ts';
import type { PartitionKeys } from '../store/keys.ts';
import { createMaintenance } from '../store/maintenance/maintenance.ts';
import { createSilenceOf } from '../store/maintenance/silence-of.ts';
import { createNotifications } from '../store/notifications/notifications.ts';
import { createGroupReadings } from '../store/outage-groups/group-readings.ts';
import { createServices } from '../store/services/services.ts';
import { createTroubles } from '../store/services/troubles.ts';
import { createNeededServices } from '../store/telling/needed-services.ts';
import { createStorms } from '../store/telling/storms.ts';
import { createTelling } from '../store/telling/telling.ts';
import { createTellingMarks } from '../store/telling/telling-marks.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { acknowledgeUrls } from './acknowledge-urls.ts';
import { armAtStart } from './arm-at-start.ts';
import { countUptime } from './count-uptime.ts';
import type { Foundation } from './foundation.ts';
import { keepChannels } from './keep-channels.ts';
import { keepCircuits } from './keep-circuits.ts';
import { keepGroups } from './keep-groups.ts';
import { keepToRules } from './keep-to-rules.ts';
import { sampleInstances } from './sample-instances.ts';
import { sweepPartitions } from './sweep-partitions.ts';
import { takeBackPartitions } from './take-back-partitions.ts';
import { tendChannels } from './tend-channels.ts';
import { trimOldRecords } from './trim-old-records.ts';
import { trimPartitions } from './trim-partitions.ts';
import { watchItself } from './watch-itself.ts';

/** Starts the actors of steps 2 to 6; the result tells whether they are alive. */
export function startWorker(
  foundation: Foundation,
  publicUrl: string,
  tracing: Omit<Tracing, 'request'>,
): { isAlive(): boolean } {
  const { current, redis, partitions, ids, rulesOf, checkQueue, deliveryQueue, turns, meter, log, closers } =
    foundation;
  const checks = createChecks(redis, partitions);
  const notifications = createNotifications(redis, partitions);
  const traceHeaders = () => tracing.headers();
  const outside = { publicUrl, now: Date.now, traceHeaders };
  const { all: channels, forPeople } = keepChannels(foundation, outside);
  const channelIds = () => [...channels.keys()];

  const judging = { rulesOf, meter, blindAfterMs: () => current.now.blindAfterMs };
  const checkInstance = tracing.checks(checks, (checks) =>
    createCheckInstance({ checks, checkQueue, ...judging }),
  );
  const services = createServices(redis, partitions);
  const healths = createHealths(redis, partitions);
  const tellServiceHealth = createTellServiceHealth({ services, healths });
  const logApart = apartFromSynthetic.log(log);
  const asked = () => asksForTrouble(current.channels, current.now.routes);
  const remindingOf = (service: RoutedService) =>
    synthetic.isIn(service) ? noReminding : remindingFor(service, current.now.routes, current.now.reminding);
  const rollUpService = tracing.rollUps(services, (services) =>
    createRollUpService({
      ...{ services, ids, log: logApart, asksForTrouble: asked, remindingOf, ...judging },
    }),
  );
  const routes = (service: ServiceName) => apartFromSynthetic.routes(current.now.routes, service);
  const planning = { notifications, deliveryQueue, channels, routes, ids, publicUrl, meter };
  const planNotifications = createPlanNotifications({
    ...{ ...planning, rulesOf, incidents: createIncidents(redis, partitions), log: logApart },
  });
  const planHealth = createPlanHealth({ ...planning, rulesOf, healths });
  const planTrouble = createPlanTrouble({
    ...{ ...planning, rulesOf, troubles: createTroubles(redis, partitions) },
  });
  const silenceOf = createSilenceOf(redis, partitions, {
    maintenance: createMaintenance(redis, partitions),
    ofFile: () => current.now.maintenance,
  });
  const telling = createTelling(redis, partitions, {
    ...{ ids, rulesOf },
    silenceOf,
    groupsOf: createGroupReadings(redis, partitions).groupsOf,
    neededServices: createNeededServices(redis, partitions, {
      ...{ ids, rulesOf, rules: () => current.now.dependencies },
    }),
  });
  const groups = keepGroups(foundation, { ...planning, remindingOf }, silenceOf);
  const storms = { storms: createStorms(redis, partitions, ids), inTurn: oneAfterAnother() };
  const passStormLimit = createPassStormLimit({ ...storms, channels, deliveryQueue, ids, publicUrl });
  const endDigest = createEndDigest(storms);
  const { passCircuit, releaseWaiting } = keepCircuits(foundation, channels);
  const deliverNotification = tracing.deliveries({ notifications, channels }, (parts) =>
    createDeliverNotification({
      acknowledgeUrl: acknowledgeUrls(foundation),
      ...{ ...parts, telling, groups, passStormLimit, endDigest, passCircuit },
      markTelling: createMarkTelling(createTellingMarks(redis, partitions)),
      ...{ newToken: randomUUID, random: Math.random, meter, log: logApart },
    }),
  );

  const failures = createFailures(redis, partitions, log);
  const checkInstances = createCheckInstances({ checks, checkInstance, checkQueue, failures, ...judging });
  const connection = redis;
  const deliveries = startDeliveryWorkers({
    ...{ connection, channelIds: channelIds(), deliverNotification, deliveryQueue, turns, failures, log },
  });
  current.follow(() => () => deliveries.keepTo(channelIds()));
  closers.add('delivery workers', () => deliveries.close());

  const handlers = routeEvents({
    rollUpService,
    planNotifications,
    planHealth,
    planTrouble,
    tellServiceHealth,
  });
  const consumer = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  for (const keys of partitions.all) {
    follow(foundation, keys, 'plan-notifications', consumer, handlers.incident);
    follow(foundation, keys, 'roll-up-service', consumer, handlers.service);
  }

  const tags = partitions.all.map((keys) => keys.tag);
  const checkWorkers = startCheckWorkers({
    ...{ connection, tags, log, checkInstances: tracing.batches(checkInstances) },
  });
  closers.add('check workers', () => checkWorkers.close());

  const knownChannels = tendChannels(foundation, channelIds, releaseWaiting);
  const sweepOf = (keys: PartitionKeys, partition: number) => {
    const overdue = createOverdue(redis, keys);
    const repairDeliveries = createRepairDeliveries({
      ...{ overdue, notifications, deliveryQueue, knownChannels, failures, meter, log },
    });
    return createSweepOverdue({
      ...{ partition, overdue, checkInstances, rollUpService, repairDeliveries, failures, meter },
    });
  };
  const sweeps = sweepPartitions(foundation, { sweepOf, checkWorkers });
  trimPartitions(foundation);
  trimOldRecords(foundation);
  countUptime(foundation);
  sampleInstances(foundation);
  takeBackPartitions(foundation, failures);
  keepToRules(foundation, { checkInstance, rollUpService });
  armAtStart(foundation);
  watchItself(foundation, { nodeId: consumer, channels: forPeople, publicUrl });
  return sweeps;
}

/** Feeds one partition's events to one actor, over a connection of its own because it waits there. */
function follow(
  { redisUrl, redis, metrics, log, closers }: Foundation,
  keys: PartitionKeys,
  group: string,
  consumer: string,
  handle: EventHandler,
): void {
  const blocking = connect(redisUrl, 'blocking', (error) =>
    log.warn({ error, group }, 'Redis connection error of an event reader; reconnecting'),
  );
  const stopping = new AbortController();
  const stream = createEventStream(redis, blocking, keys, group, consumer);
  const following = followEvents(
    { stream, aside: createEventsAside(redis, keys, group) },
    (entries) => handle(entries.map((entry) => entry.event)),
    (lagMs) => metrics.actors.eventLag(group, lagMs),
    log,
    stopping.signal,
  );
  closers.add(group, async () => {
    stopping.abort();
    blocking.disconnect();
    await following;
  });
}
