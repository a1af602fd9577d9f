import { inParallel } from './in-parallel.ts';
import type { MonitorClient } from './monitor-client.ts';
import { pause } from './pause.ts';
import type { Refusal } from './refusal.ts';
import { registerInstance } from './register-instance.ts';
import type { SimulatedInstance } from './simulated-instance.ts';

const parallelRegistrations = 32;
const firstRetryMs = 250;
/** As long as the contract's SDK waits for its registration. */
const giveUpAfterMs = 30_000;

/**
 * Registers every instance. The first goes alone and only once, so a wrong address or key is told at once; after
 * that a refusal that may pass is tried again for half a minute. Returns the refusal that ended it, or null.
 */
export async function registerFleet(
  client: MonitorClient,
  instances: readonly SimulatedInstance[],
  signal: AbortSignal,
): Promise<Refusal | null> {
  const [first, ...others] = instances;
  if (!first) return null;
  const refusal = await registerInstance(client, first);
  if (refusal) return refusal;

  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  let firstRefusal: Refusal | null = null;
  await inParallel(others, parallelRegistrations, stop, async (instance) => {
    const final = await registerPatiently(client, instance, stop);
    if (!final) return;
    firstRefusal ??= final;
    failed.abort();
  });
  return firstRefusal;
}

async function registerPatiently(
  client: MonitorClient,
  instance: SimulatedInstance,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const giveUpAtMs = Date.now() + giveUpAfterMs;
  for (let waitMs = firstRetryMs; ; waitMs *= 2) {
    const refusal = await registerInstance(client, instance);
    if (!refusal || signal.aborted) return null;
    const mayPass = refusal.kind === 'unavailable' || refusal.kind === 'unreachable';
    if (!mayPass || Date.now() + waitMs > giveUpAtMs) return refusal;
    await pause(waitMs, signal);
  }
}
