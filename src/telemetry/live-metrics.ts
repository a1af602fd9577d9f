import { Counter, Gauge, type Registry } from 'prom-client';
import type { LiveMeter } from '../actors/ports/observability.ts';

/** The metrics of the streams of `GET /api/events`. */
export function createLiveMetrics(registers: Registry[]): LiveMeter {
  const counter = <T extends string>(name: string, help: string, labelNames: T[] = []) =>
    new Counter({ name, help, labelNames, registers });

  const open = new Gauge({
    name: 'monitor_event_streams',
    help: 'Open streams of GET /api/events on this node.',
    registers,
  });
  const told = counter('monitor_event_stream_events_total', 'Changes that were written to event streams.');
  const resets = counter(
    'monitor_event_stream_resets_total',
    'Times that the reader of an event stream had to read lists again, by reason.',
    ['reason'],
  );
  const ended = counter('monitor_event_streams_ended_total', 'Event streams that ended, by reason.', [
    'reason',
  ]);
  const refused = counter(
    'monitor_event_streams_refused_total',
    'Event streams that were not opened because there are too many.',
    ['reason'],
  );
  for (const reason of ['begin', 'unknown-position', 'too-slow', 'maintenance', 'outage-groups'])
    resets.inc({ reason }, 0);
  for (const reason of ['left', 'too-slow', 'key', 'redis', 'shutdown']) ended.inc({ reason }, 0);
  for (const reason of ['node-full', 'key-full']) refused.inc({ reason }, 0);

  return {
    open: (count) => open.set(count),
    told: (count) => told.inc(count),
    reset: (reason) => resets.inc({ reason }),
    ended: (reason) => ended.inc({ reason }),
    refused: (reason) => refused.inc({ reason }),
  };
}
