import type { KeptFailures } from '../store/events/failures.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

const takeBackEveryMs = 60 * 60_000;

/** What was quarantined is tried again every hour, and when a worker starts, which may have a newer version. */
export function takeBackPartitions({ partitions, log, closers }: Foundation, failures: KeptFailures): void {
  for (const keys of partitions.all) {
    const takingBack = every(
      takeBackEveryMs,
      () => failures.takeBack(keys),
      (error) => log.warn({ error, tag: keys.tag }, 'could not retry set-aside work'),
    );
    closers.add(`what was set aside in ${keys.tag}`, () => takingBack.stop());
  }
}
