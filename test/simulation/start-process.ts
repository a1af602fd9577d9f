import { type Client, register } from './simulated-fleet.ts';
import type { Simulation } from './simulation.ts';
import type { Step } from './steps.ts';

export function start({ elapsedMs }: Simulation, client: Client): void {
  Object.assign(client, {
    isAlive: true,
    hasDeregistered: false,
    aliveSinceMs: elapsedMs,
    instanceId: null,
    nextActMs: elapsedMs,
  });
}

type Beginning = Extract<Step, { do: 'start' | 'upgrade' | 'die at once' } | { do: 'deploy' }>;

export function isBeginning(step: Step): step is Beginning {
  return ['start', 'upgrade', 'die at once', 'deploy'].includes(step.do);
}

/** `upgrade` starts it in a new version, with an instance key of its own; `die at once` before its first heartbeat. */
export async function begin(simulation: Simulation, client: Client, step: Beginning): Promise<void> {
  if ('periods' in step)
    return deploy(
      simulation,
      client.serviceName,
      Math.round(step.periods * simulation.rules.timing.intervalMs),
    );
  if (step.do === 'upgrade') client.version++;
  start(simulation, client);
  if (step.do !== 'die at once') return;
  if (simulation.isApiUp) await register(simulation, client);
  client.isAlive = false;
}

/**
 * A rolling deployment without a word to the monitor: each process of the new version is started before one of the old
 * version is killed. Who has no free place for one more is killed first.
 */
async function deploy(simulation: Simulation, service: string, aheadMs: number): Promise<void> {
  const mine = simulation.clients.filter((client) => client.serviceName === service);
  const version = Math.max(...mine.map((client) => client.version)) + 1;
  for (;;) {
    const old = mine.find((client) => client.isAlive && client.version < version);
    if (old === undefined) return;
    const free = mine.find((client) => !client.isAlive) ?? old;
    if (free === old) old.isAlive = false;
    free.version = version;
    start(simulation, free);
    await simulation.passTime(aheadMs);
    if (free !== old) old.isAlive = false;
  }
}
