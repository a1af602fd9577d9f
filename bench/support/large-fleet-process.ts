import { readFileSync } from 'node:fs';
import { LatencyHistogram } from '../../src/simulator/fleet/latency-histogram.ts';
import { PipelinedConnections } from './pipelined-connections.ts';
import { type LargeFleetOptions, type LargeFleetReport, slotMs } from './start-large-fleet.ts';

/**
 * A fleet of up to millions in a process of its own: it registers everybody and beats exactly each interval. It does not
 * obey the monitor as `fleet-process.ts` does; whoever is refused is tried again at its next interval.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as LargeFleetOptions;
const { instances, perService, intervalMs, parallel } = options;

const slots = Math.round(intervalMs / slotMs);

const ids: (string | undefined)[] = [];
const isSilent = new Uint8Array(instances);
const watched = new Map(options.watched.map((n) => [n, 0]));
const refusedRegistrations: number[] = [];
let registered = 0;
let nextToRegister = 0;
const newTally = () => ({
  ...{ sent: 0, statuses: {} as Record<string, number>, longestMs: 0, tookMs: new LatencyHistogram() },
});
let tally = newTally();

/** The number of an instance, and whether it registers. */
const isRegistration = (job: number): boolean => job < 0;
const numberOf = (job: number): number => (job < 0 ? -job - 1 : job);

const metadata = JSON.stringify(options.metadata);
let heartbeatTail = '';

const { hostname, port } = new URL(options.url);
const connections = new PipelinedConnections({
  ...{ host: hostname, port: Number(port), connections: options.connections, apiKey: options.apiKey },
  requestOf(job) {
    const n = numberOf(job);
    if (isRegistration(job)) return { path: '/api/services/register', body: registrationOf(n) };
    if (isSilent[n] === 1) return null;
    return { path: '/api/services/heartbeat', body: `{"instanceId":"${ids[n]}"${heartbeatTail}` };
  },
  onAnswer(job, status, body, tookMs) {
    if (isRegistration(job)) noteRegistration(numberOf(job), status, body);
    else noteHeartbeat(job, status, body, tookMs);
  },
});

function registrationOf(n: number): string {
  const service = Math.floor(n / perService);
  return `{"serviceName":"service-${service}","environment":"bench","hostname":"host-${n}","port":8080,"heartbeatIntervalSeconds":${intervalMs / 1000}}`;
}

function noteRegistration(n: number, status: number, body: Buffer): void {
  const at = body.indexOf('"instanceId":"');
  if (status === 200 && at !== -1) {
    if (ids[n] === undefined) registered++;
    ids[n] = body.toString('latin1', at + 14, at + 50);
  } else refusedRegistrations.push(n);
  registerNext();
}

function registerNext(): void {
  while (ids[nextToRegister] !== undefined) nextToRegister++;
  const n = refusedRegistrations.shift() ?? nextToRegister++;
  if (n >= instances) return;
  connections.add(-n - 1, performance.now());
}

function noteHeartbeat(n: number, status: number, body: Buffer, tookMs: number): void {
  tally.sent++;
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  tally.tookMs.record(tookMs);
  tally.longestMs = Math.max(tally.longestMs, tookMs);
  // One that was replaced while the machine was too busy to hear it: it registers again, as each client does.
  if (status === 404) connections.add(-n - 1, performance.now());
  if (status !== 200 || !watched.has(n)) return;
  const { timestamp } = JSON.parse(body.toString()) as { timestamp: string };
  watched.set(n, Math.max(watched.get(n) ?? 0, Date.parse(timestamp)));
}

const beganAtMs = performance.now();
let nextSlot = 0;
function beat(): void {
  heartbeatTail = `,"metadata":{"timestamp":"${new Date().toISOString()}",${metadata.slice(1)}}`;
  const due = (performance.now() - beganAtMs) / slotMs;
  for (; nextSlot < due; nextSlot++) {
    for (let n = nextSlot % slots; n < instances; n += slots) {
      if (ids[n] !== undefined && isSilent[n] === 0) connections.add(n, beganAtMs + nextSlot * slotMs);
    }
  }
  connections.send();
}

function report(): LargeFleetReport {
  const { sent, statuses, longestMs, tookMs } = tally;
  return {
    ...{ registered, sent, statuses, longestMs, waiting: connections.waiting },
    ...{ p50Ms: tookMs.quantileMs(0.5) ?? 0, p99Ms: tookMs.quantileMs(0.99) ?? 0 },
    watched: [...watched].map(([n, lastBeatAtMs]) => ({
      ...{ instanceId: ids[n] ?? '', lastBeatAtMs, isSilent: isSilent[n] === 1 },
    })),
  };
}

process.on('message', (order: { silence?: number[]; mark?: true; report?: true }) => {
  for (const n of order.silence ?? []) isSilent[n] = 1;
  if (order.mark) tally = newTally();
  process.send?.(order.report ? report() : 'done');
});

for (const [n, id] of readFileSync(options.idsFile, 'utf8').split('\n').entries()) {
  if (id !== '') ids[n] = id;
}
registered = ids.filter((id) => id !== undefined).length;
setInterval(beat, slotMs);
for (let i = 0; i < parallel; i++) registerNext();
connections.send();
process.stdout.write('ready fleet\n');
