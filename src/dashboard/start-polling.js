/** How long to rest between two readings. */
const restMs = 2_000;

/**
 * Calls `read` again and again, one at a time, while somebody can see the page. `again` drops a reading that is under
 * way and starts a new one, for when something else is to be read.
 *
 * @param {(signal: AbortSignal) => Promise<void>} read Never fails, except when it was dropped.
 * @returns {{ again(): void, stop(): void }}
 */
export function startPolling(read) {
  let current = new AbortController();
  let timer = 0;

  async function round() {
    current = new AbortController();
    const { signal } = current;
    const startedAtMs = performance.now();
    try {
      await read(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    if (signal.aborted) return;
    // A monitor that is slow, or has very much to tell, gets longer rests.
    timer = window.setTimeout(round, Math.max(restMs, 2 * (performance.now() - startedAtMs)));
  }

  function pause() {
    window.clearTimeout(timer);
    current.abort();
  }

  function again() {
    pause();
    if (document.visibilityState === 'visible') void round();
  }

  const onVisibility = () => (document.visibilityState === 'visible' ? again() : pause());
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
