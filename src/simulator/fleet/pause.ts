import { setTimeout as after } from 'node:timers/promises';

/** Waits; ends early, and quietly, when the signal is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await after(ms, undefined, signal && { signal });
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
