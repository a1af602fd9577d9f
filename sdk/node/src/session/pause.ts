/** Waits, unless it is ended early; never keeps the process alive and never rejects. */
export function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, waitMs).unref();
    signal.addEventListener('abort', end, { once: true });
  });
}
