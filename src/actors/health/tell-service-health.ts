import { healthNews } from '../../domain/health-news.ts';
import { contention, untilCommitted } from '../concurrency/until-committed.ts';
import type { Healths } from '../ports/health.ts';
import type { Services } from '../ports/services.ts';

export type TellServiceHealth = (serviceId: string) => Promise<void>;

const attempts = 50;

/**
 * Beside step 3: an instance says something else of itself, and that is all that is new. The status is left alone, for
 * only its own events know when it changed; a roll-up tells what is due by then as well.
 */
export function createTellServiceHealth(parts: {
  services: Pick<Services, 'read'>;
  healths: Pick<Healths, 'tell'>;
}): TellServiceHealth {
  return async function tellServiceHealth(serviceId) {
    await untilCommitted<'done'>(
      attempts,
      async () => {
        const view = await parts.services.read(serviceId);
        if (view === null) return 'done';
        const news = healthNews(view);
        if (news.events.length === 0 && news.nextAtMs === null) return 'done';
        const outcome = await parts.healths.tell(view, news);
        return outcome.kind === 'stale' ? 'again' : 'done';
      },
      contention(`service ${serviceId} changes faster than its health can be told`),
    );
  };
}
