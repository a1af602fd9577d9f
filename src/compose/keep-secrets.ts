import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

const refreshMs = 10_000;

/** Keeps to the secrets of all nodes: after Redis was emptied, another node may have stored new ones. */
export function keepSecrets({ redis, cursorSecret, linkSecret, log, closers }: Foundation): void {
  const refresh = every(
    refreshMs,
    async () => {
      await cursorSecret.refresh(redis);
      await linkSecret.refresh(redis);
    },
    (error) => log.warn({ error }, 'could not read the secrets of all nodes; keeping the last ones'),
  );
  closers.add('shared secrets', () => refresh.stop());
}
