import { BlindLedger } from '../store/monitor/blind-ledger.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

/** For metrics and the log; who judges reads the ledger for itself each time. */
const lookEveryMs = 5_000;

/** Counts the time in which nobody could be heard, on every node alike, and tells the log. */
export function countBlindTime({ redis, partitions, metrics, log, closers }: Foundation): {
  /** Passes over what was before this node: so before it can be heard, for its own first tick may find a gap. */
  goToEnd(): Promise<void>;
  begin(): void;
} {
  const ledger = new BlindLedger(redis, partitions);
  partitions.all.forEach((_, partition) => metrics.blind(partition, 0));

  async function look(): Promise<void> {
    const found = await ledger.readOn();
    found.forEach((blindMs, partition) => metrics.blind(partition, blindMs));
    const blindMs = Math.max(...found);
    if (blindMs > 0)
      log.warn(
        { blindMs },
        'no heartbeat could be received for a while; that time does not count as silence',
      );
  }

  return {
    goToEnd: () => ledger.goToEnd(),
    begin() {
      const looking = every(lookEveryMs, look, (error) =>
        log.warn({ error }, 'could not read the blind time; retrying'),
      );
      closers.add('blind time', () => looking.stop());
    },
  };
}
