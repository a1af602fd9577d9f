import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { GroupMeter, HttpMeter, LiveMeter, Meter, SignInMeter } from '../actors/ports/observability.ts';
import { type RecordKind, recordKinds } from '../actors/ports/retention.ts';
import { createLiveMetrics } from './live-metrics.ts';
import { createRedisGauges, type GaugeSource } from './redis-gauges.ts';
import { shareRendering } from './share-rendering.ts';
import { createSignInMetrics } from './sign-in-metrics.ts';

export interface Metrics {
  actors: Meter;
  http: HttpMeter;
  live: LiveMeter;
  signIn: SignInMeter;
  groups: GroupMeter;
  /** What became of a call to the dead-man's-switch. */
  deadman(outcome: 'called' | 'withheld' | 'failed'): void;
  /** Time in which no heartbeat could arrive, as every node reads it. */
  blind(partition: number, ms: number): void;
  /** Wake-ups that were not queued in time. */
  lostWakeUps(queue: 'check' | 'deliver', count: number): void;
  /** Time since this node's last completed sweep of a partition. */
  sweepAge(partition: number, seconds: number): void;
  /** The kinds of channels that there are now: what is counted of them begins with nought. */
  channelTypes(types: readonly string[]): void;
  /** `monitor.yaml` was read again, and says something else or is not valid. */
  configReload(result: 'changed' | 'refused'): void;
  /** Whether this node goes on with earlier settings, because the file is not valid. */
  configRefused(isRefused: boolean): void;
  /** Old records that this node removed. */
  trimmed(kind: RecordKind, count: number): void;
  contentType: string;
  /** The text that Prometheus scrapes. */
  text(): Promise<string>;
  /** The same as values. */
  values(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
}

/** How often the metrics are collected at most, however many requests there are. */
const renderEveryMs = 250;

const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** Every metric of the monitor, in a registry of its own. */
export function createMetrics(
  source: GaugeSource,
  channelTypes: readonly string[],
  build: { version: string; commit: string },
): Metrics {
  const register = new Registry();
  const registers = [register];
  // Each look wakes the process: at the usual 10 ms these are a third of what a node takes at rest.
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 50 });
  // Gauges that call themselves totals: `promtool check metrics` refuses them, and their by-type twins stay.
  for (const name of misnamed) register.removeSingleMetric(name);

  const counter = <T extends string>(name: string, help: string, labelNames: T[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <T extends string>(name: string, help: string, labelNames: T[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  new Gauge({
    name: 'monitor_build_info',
    help: 'What runs here; always 1.',
    labelNames: ['version', 'commit'],
    registers,
  }).set(build, 1);
  const heartbeats = counter('monitor_heartbeats_total', 'Heartbeats by result.', ['result']);
  const registrations = counter('monitor_registrations_total', 'Registrations by result.', ['result']);
  const failures = counter('monitor_failed_authentications_total', 'Requests without a valid key.', [
    'result',
  ]);
  const blind = counter(
    'monitor_blind_seconds_total',
    'Time in which no heartbeat of a partition could arrive; the same on every node.',
    ['partition'],
  );
  const deadman = counter('monitor_deadman_calls_total', "Calls to the dead-man's-switch by outcome.", [
    'outcome',
  ]);
  const lostWakeUps = counter(
    'monitor_lost_wake_ups_total',
    'Wake-ups that this node could not queue in time; the sweep finds the work.',
    ['queue'],
  );
  const trimmed = counter('monitor_trimmed_records_total', 'Old records that this node removed.', ['kind']);
  const sweepAge = new Gauge({
    name: 'monitor_sweep_age_seconds',
    help: "Time since this node's last completed sweep of a partition.",
    labelNames: ['partition'],
    registers,
  });
  const configReloads = counter(
    'monitor_config_reloads_total',
    'Times that monitor.yaml was read again and had changed, by result.',
    ['result'],
  );
  const configRefused = new Gauge({
    name: 'monitor_config_refused',
    help: 'Whether this node goes on with earlier settings because monitor.yaml is not valid.',
    registers,
  });
  const transitions = counter('monitor_transitions_total', 'Status changes of instances.', ['status']);
  const incidents = counter('monitor_incidents_total', 'What became of incidents.', ['event']);
  const repairs = counter('monitor_sweeper_repairs_total', 'Overdue work that the sweep found.', ['what']);
  const notifications = counter('monitor_notifications_total', 'Messages by channel type and outcome.', [
    'channel_type',
    'outcome',
  ]);
  const groups = counter('monitor_outage_groups_total', 'Outage groups that began and ended.', ['event']);
  const folded = counter(
    'monitor_folded_messages_total',
    'Messages of incidents that were part of the message of an outage group.',
  );
  const lateness = histogram(
    'monitor_detection_lateness_seconds',
    'From the moment a silence became a status to its commit.',
    ['status'],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30],
  );
  const delay = histogram(
    'monitor_delivery_delay_seconds',
    'From the planning of a message to its delivery.',
    ['channel_type'],
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30, 60, 600, 3600],
  );
  const lag = histogram(
    'monitor_event_lag_seconds',
    'From the commit of an event to its handling.',
    ['group'],
    [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30],
  );
  const requests = histogram(
    'monitor_http_request_duration_seconds',
    'Duration of HTTP requests.',
    ['method', 'route', 'status'],
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  );
  // Alerts look at what a counter grew by: one that appears with its first event would hide that event from them, and a
  // panel would show no data where there is a nought.
  for (const result of ['ok', 'unknown-instance', 'unavailable', 'refused']) heartbeats.inc({ result }, 0);
  for (const result of ['created', 'updated', 'returned', 'refused', 'over-quota'])
    registrations.inc({ result }, 0);
  for (const result of ['unauthorized', 'rate-limited']) failures.inc({ result }, 0);
  for (const status of ['Healthy', 'Degraded', 'Down', 'Recovered']) transitions.inc({ status }, 0);
  for (const event of ['opened', 'relapsed', 'recovering', 'resolved']) incidents.inc({ event }, 0);
  for (const event of ['opened', 'ended']) groups.inc({ event }, 0);
  for (const status of ['Degraded', 'Down']) lateness.zero({ status });
  for (const group of ['plan-notifications', 'roll-up-service']) lag.zero({ group });
  for (const what of ['instance', 'service', 'delivery']) repairs.inc({ what }, 0);
  for (const kind of recordKinds) trimmed.inc({ kind }, 0);
  for (const queue of ['check', 'deliver']) lostWakeUps.inc({ queue }, 0);
  for (const outcome of ['called', 'withheld', 'failed']) deadman.inc({ outcome }, 0);
  for (const result of ['changed', 'refused']) configReloads.inc({ result }, 0);
  const knownTypes = new Set<string>();
  function addChannelTypes(types: readonly string[]): void {
    for (const channel_type of types) {
      if (knownTypes.has(channel_type)) continue;
      knownTypes.add(channel_type);
      delay.zero({ channel_type });
      for (const outcome of ['sent', 'retried', 'dead', 'suppressed', 'held', 'folded'])
        notifications.inc({ channel_type, outcome }, 0);
    }
  }
  addChannelTypes(channelTypes);
  const refreshGauges = createRedisGauges(registers, source);

  return {
    deadman: (outcome) => deadman.inc({ outcome }),
    blind: (partition, ms) => blind.inc({ partition }, ms / 1000),
    lostWakeUps: (queue, count) => lostWakeUps.inc({ queue }, count),
    channelTypes: addChannelTypes,
    configReload: (result) => configReloads.inc({ result }),
    configRefused: (isRefused) => configRefused.set(isRefused ? 1 : 0),
    sweepAge: (partition, seconds) => sweepAge.set({ partition }, seconds),
    trimmed: (kind, count) => trimmed.inc({ kind }, count),
    contentType: register.contentType,
    text: shareRendering(async () => {
      await refreshGauges();
      return register.metrics();
    }, renderEveryMs),
    async values() {
      await refreshGauges();
      return register.getMetricsAsJSON();
    },
    actors: {
      transition(status, latenessMs) {
        transitions.inc({ status });
        if (status === 'Degraded' || status === 'Down')
          lateness.observe({ status }, Math.max(0, latenessMs) / 1000);
      },
      repaired: (what, count) => repairs.inc({ what }, count),
      notified: (channel_type, outcome) => notifications.inc({ channel_type, outcome }),
      delivered: (channel_type, delayMs) => delay.observe({ channel_type }, delayMs / 1000),
      incident: (event) => incidents.inc({ event }),
      eventLag: (group, lagMs) => lag.observe({ group }, Math.max(0, lagMs) / 1000),
    },
    live: createLiveMetrics(registers),
    signIn: createSignInMetrics(registers),
    groups: {
      group: (event) => groups.inc({ event }),
      folded: () => folded.inc(),
    },
    http: {
      heartbeat: (result) => heartbeats.inc({ result }),
      registration: (result) => registrations.inc({ result }),
      failedAuthentication: (result) => failures.inc({ result }),
      request: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    },
  };
}
