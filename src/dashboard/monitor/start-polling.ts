/** How long to rest between two readings while somebody looks, and while nobody does. */
const usualRestMs = 2_000;
const hiddenRestMs = 30_000;

/** A monitor that is slow, or has very much to tell, gets longer rests; one that cannot be read too. */
const longestSlowRestMs = 10_000;
const longestFailedRestMs = 15_000;

export interface Polling {
  /** Drops a reading that is under way and starts a new one, for when something else is to be read. */
  again(): void;
  stop(): void;
}

/**
 * Calls `read` again and again, one at a time; it resolves to whether it went well. Nothing that it throws ends the calls.
 * `restMs` says how long to rest when all is well; null: the usual time.
 */
export function startPolling(
  read: (signal: AbortSignal) => Promise<boolean>,
  restMs: () => number | null,
): Polling {
  let current = new AbortController();
  let timer = 0;
  let failures = 0;

  async function round(): Promise<void> {
    current = new AbortController();
    const { signal } = current;
    const startedAtMs = performance.now();
    const isWell = await read(signal).catch(() => false);
    if (signal.aborted) return;
    failures = isWell ? 0 : failures + 1;
    const usualMs = restAfter(failures, performance.now() - startedAtMs);
    timer = window.setTimeout(() => void round(), Math.max(usualMs, (isWell && restMs()) || 0));
  }

  function pause(): void {
    window.clearTimeout(timer);
    current.abort();
  }

  function again(): void {
    pause();
    failures = 0;
    void round();
  }

  const onVisibility = () => {
    // A reading that is due only in half a minute is due now.
    if (document.visibilityState === 'visible') again();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', again);
  again();
  return {
    again,
    stop() {
      pause();
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('online', again);
    },
  };
}

/** `failures`: in a row. `tookMs`: the last reading. */
function restAfter(failures: number, tookMs: number): number {
  const rest =
    failures > 0
      ? Math.min(usualRestMs * 2 ** (failures - 1), longestFailedRestMs) * (0.8 + 0.4 * Math.random())
      : Math.min(Math.max(usualRestMs, 2 * tookMs), longestSlowRestMs);
  return document.visibilityState === 'visible' ? rest : Math.max(rest, hiddenRestMs);
}
