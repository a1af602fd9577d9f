import { useEffect } from 'preact/hooks';

/** Asks the system to keep the screen on; where that cannot be had, the system of the screen decides. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isGone = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      const got = await navigator.wakeLock.request('screen');
      if (isGone) await got.release();
      else lock = got;
    };
    // It is lost whenever the page is hidden.
    const again = () =>
      void Promise.resolve()
        .then(ask)
        .catch(() => undefined);
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
