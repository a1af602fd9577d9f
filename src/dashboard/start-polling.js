/** How long to rest between two readings while somebody looks, and while nobody does. */
const restMs = 2_000;
const hiddenRestMs = 30_000;

/** A monitor that is slow, or has very much to tell, gets longer rests; one that cannot be read too. */
const longestSlowRestMs = 10_000;
const longestFailedRestMs = 15_000;

/**
 * Calls `read` again and again, one at a time. `again` drops a reading that is under way and starts a new one, for when
 * something else is to be read.
 *
 * @param {(signal: AbortSignal) => Promise<boolean>} read Whether it went well. Nothing that it throws ends the calls.
 * @returns {{ again(): void, stop(): void }}
 */
export function startPolling(read) {
  let current = new AbortController();
  let timer = 0;
  let failures = 0;

  async function round() {
    current = new AbortController();
    const { signal } = current;
    const startedAtMs = performance.now();
    const isWell = await read(signal).catch(() => false);
    if (signal.aborted) return;
    failures = isWell ? 0 : failures + 1;
    timer = window.setTimeout(round, restAfter(failures, performance.now() - startedAtMs));
  }

  function pause() {
    window.clearTimeout(timer);
    current.abort();
  }

  function again() {
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

/**
 * @param {number} failures In a row.
 * @param {number} tookMs
 */
function restAfter(failures, tookMs) {
  const rest =
    failures > 0
      ? Math.min(restMs * 2 ** (failures - 1), longestFailedRestMs) * (0.8 + 0.4 * Math.random())
      : Math.min(Math.max(restMs, 2 * tookMs), longestSlowRestMs);
  return document.visibilityState === 'visible' ? rest : Math.max(rest, hiddenRestMs);
}
