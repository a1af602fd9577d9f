import type { Simulation } from './simulation.ts';
import type { Member } from './steps.ts';

const retryMs = 1_000;

/** One process of the fleet, which knows the truth about itself. */
export interface Client {
  index: number;
  serviceName: string;
  host: string | null;
  /** Each version of a process has an instance key of its own, as a new container has. */
  version: number;
  isAlive: boolean;
  /** Its deregistration was accepted, and nothing happened since. */
  hasDeregistered: boolean;
  aliveSinceMs: number;
  /** Null: it must register first. */
  instanceId: string | null;
  /** When it acts next: registers, beats, or tries again. */
  nextActMs: number;
  beats: number;
  /** Whether it tries again soon when it is refused; else it waits for its next heartbeat. */
  retries: boolean;
  toLose: number;
  delayMs: number;
  /** When it was heard, and when a heartbeat of it was lost for a reason that the blind ledger cannot know. */
  heardMs: number[];
  missedMs: number[];
  /** When it tried during the present outage of the API. */
  refusedMs: number[];
}

export function createClients(fleet: readonly Member[]): Client[] {
  return fleet.map(({ serviceName, host }, index) => ({
    ...{
      index,
      serviceName,
      host,
      version: 1,
      isAlive: false,
      hasDeregistered: false,
      aliveSinceMs: 0,
    },
    ...{ instanceId: null, nextActMs: Number.POSITIVE_INFINITY, beats: 0, toLose: 0, delayMs: 0 },
    retries: index % 2 === 1,
    ...{ heardMs: [], missedMs: [], refusedMs: [] },
  }));
}

/** When a client beats for the n-th time after it started: once an interval, up to its grace late. */
export function nextBeatMs(client: Client, nowMs: number, intervalMs: number, graceMs: number): number {
  const rounds = Math.floor((nowMs - client.aliveSinceMs) / intervalMs) + 1;
  const latenessMs = ((rounds * 7919 + client.index * 104_729) % 1000) * 0.001 * (graceMs - 1);
  return client.aliveSinceMs + rounds * intervalMs + Math.floor(latenessMs);
}

/** A living process registers, or beats, and knows when it will do so again. */
export async function act(simulation: Simulation, client: Client): Promise<void> {
  const { intervalMs, graceMs } = simulation.rules.timing;
  const nowMs = simulation.elapsedMs;
  if (!simulation.isApiUp) {
    if (client.instanceId !== null) client.refusedMs.push(nowMs);
    const triesAgain = client.instanceId === null || client.retries;
    client.nextActMs = triesAgain ? nowMs + retryMs : nextBeatMs(client, nowMs, intervalMs, graceMs);
    return;
  }
  if (client.instanceId === null) return register(simulation, client);
  client.nextActMs = nextBeatMs(client, nowMs, intervalMs, graceMs);
  if (client.toLose > 0 || client.delayMs > 0) {
    if (client.toLose > 0) client.toLose--;
    else simulation.strays.push({ atMs: nowMs + client.delayMs, instanceId: client.instanceId });
    client.delayMs = 0;
    client.missedMs.push(nowMs);
    return;
  }
  const { slowMs, rules } = simulation;
  if (slowMs > 0) {
    simulation.strays.push({ atMs: nowMs + slowMs, instanceId: client.instanceId });
    // So short a time may not stand in the blind ledger.
    if (slowMs < 2 * rules.blindAfterMs) client.missedMs.push(nowMs);
    return;
  }
  if (!(await beat(simulation, client.instanceId, client.beats++))) {
    client.instanceId = null;
    client.nextActMs = nowMs;
    return;
  }
  client.heardMs.push(nowMs);
}

export async function register(simulation: Simulation, client: Client): Promise<void> {
  const { serviceName, index } = client;
  const version = `${client.version}`;
  const shown = { version, hostname: `host-${client.index}`, port: 80, url: null, processId: 1 };
  const registered = await simulation.api.registerInstance({
    ...{
      serviceName,
      instanceKey: `key-${index}-of-${version}`,
      environment: 'test',
      registrantIntervalMs: null,
      apiKeyId: null,
      metadata: client.host === null ? null : { host: client.host },
      network: null,
      ...shown,
    },
  });
  client.instanceId = registered.instanceId;
  client.nextActMs = simulation.elapsedMs + client.index;
}

export async function deregister(simulation: Simulation, client: Client): Promise<void> {
  if (client.instanceId === null) return;
  await simulation.api.stopInstance(client.instanceId);
  client.hasDeregistered = true;
}

/** True: it was stored. Every third heartbeat brings metadata. */
export async function beat(simulation: Simulation, instanceId: string, count: number): Promise<boolean> {
  const metadata = count % 3 === 1 ? JSON.stringify({ count }) : null;
  const answer = await simulation.api.receive({ instanceId, metadata });
  await simulation.gate.idle();
  if (simulation.gate.failure !== null) throw simulation.gate.failure;
  if (answer.kind === 'received')
    simulation.truth.heard(instanceId, answer.receivedAtMs, simulation.elapsedMs);
  return answer.kind === 'received';
}
