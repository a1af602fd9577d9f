import { mostEntries } from '../../domain/history/record-change.ts';
import { overlaysNeededFrom, rollUpDays } from '../../domain/history/roll-up-days.ts';
import { utcDay } from '../../domain/history/utc-day.ts';
import { contention, untilCommitted } from '../concurrency/until-committed.ts';
import { blameFor } from '../ports/failures.ts';
import type { Histories, HistoryQueue, OverlaysOver } from '../ports/history.ts';
import type { Log } from '../ports/observability.ts';

/** So long after midnight the changes of the day before are written, as a rule; a later one has its day counted again. */
const settledAfterMs = 5 * 60_000;

const attempts = 10;

export interface CountDaysParts {
  queue: HistoryQueue;
  histories: Histories;
  overlaysOver: OverlaysOver;
  keptDays: number;
  /** Whether to go on: this worker may still count, and is not about to stop. */
  mayGoOn: () => Promise<boolean>;
  /** Lets Redis serve others between two portions. */
  pause: () => Promise<unknown>;
  log: Log;
}

/**
 * Counts the days that are over of all services of one partition, once a day; and again those in which a change was
 * written late. Whatever is repeated writes the same, so a worker that dies leaves nothing lost and nothing twice.
 */
export function createCountDays(parts: CountDaysParts): () => Promise<void> {
  const { queue, histories, overlaysOver, keptDays, mayGoOn, pause, log } = parts;

  async function count(serviceId: string, endDay: number, isDue: boolean): Promise<void> {
    await untilCommitted<'done'>(
      attempts,
      async () => {
        const view = await histories.read(serviceId);
        if (view === null) {
          await queue.forget(serviceId);
          return 'done';
        }
        const bounds = { endDay, keptDays, mostEntries };
        const overlays = await overlaysOver(view, overlaysNeededFrom(view.kept, bounds));
        const rolledUp = rollUpDays(view.kept, overlays, bounds);
        const isNews = rolledUp.days.size + rolledUp.goneDays.length + rolledUp.goneEntries > 0;
        if (!isNews && !isDue) return 'done';
        const outcome = await histories.commit(view, rolledUp);
        return outcome.kind === 'stale' ? 'again' : 'done';
      },
      contention(`service ${serviceId} changes faster than its days can be counted`),
    );
  }

  /** One that cannot be counted keeps no other from it. */
  async function tryToCount(serviceId: string, endDay: number, isDue: boolean): Promise<void> {
    try {
      await count(serviceId, endDay, isDue);
    } catch (error) {
      if (blameFor(error) === 'redis') throw error;
      log.warn({ error, serviceId }, 'could not count the uptime of a service');
    }
  }

  return async () => {
    const { nowMs, tickAtMs, countedUpToDay } = await queue.standing();
    // What lies over a day is known when the monitor hears again.
    const endDay = utcDay.at(Math.min(nowMs - settledAfterMs, tickAtMs));
    for (const serviceId of await queue.due()) await tryToCount(serviceId, endDay, true);
    if (countedUpToDay >= endDay) return;
    let after: string | null = null;
    do {
      if (!(await mayGoOn())) return;
      const { serviceIds, next }: { serviceIds: string[]; next: string | null } = await queue.services(after);
      for (const serviceId of serviceIds) await tryToCount(serviceId, endDay, false);
      after = next;
      if (next !== null) await pause();
    } while (after !== null);
    await queue.counted(endDay);
  };
}
