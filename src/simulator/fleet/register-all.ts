import { inParallel } from './in-parallel.ts';
import type { Attempt, PretendedInstance } from './pretended-instance.ts';

interface Registering {
  /** How many at a time. */
  parallel: number;
  /** How long one instance tries. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Whoever is registered may beat from then on, however long the others take. */
  onRegistered?: (instance: PretendedInstance) => void;
}

/** Registers every instance, or none that is left once one of them has failed. Resolves to that failure, or null. */
export async function registerAll(
  instances: readonly PretendedInstance[],
  { parallel, timeoutMs, signal, onRegistered }: Registering,
): Promise<Attempt | null> {
  const failed = new AbortController();
  const stop = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]);
  let failure: Attempt | null = null;
  await inParallel(instances, parallel, stop, async (instance) => {
    const attempt = await instance.register(timeoutMs, stop);
    if (instance.instanceId !== null) return onRegistered?.(instance);
    if (stop.aborted) return;
    failure = attempt;
    failed.abort();
  });
  return failure;
}
