import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CheckInstance } from '../actors/check-instance.ts';
import { createFollowRules } from '../actors/follow-rules.ts';
import type { RollUpService } from '../actors/roll-up-service.ts';
import { createNodeReadings } from '../store/monitor/read-nodes.ts';
import { createRuleRounds } from '../store/monitor/rule-rounds.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';
import { judgedBy } from './show-node.ts';

const lookEveryMs = 5_000;

/** With portions of fifty at most 5,000 instances a second: a twentieth of what Redis can do. */
const pauseMs = 10;

/** Keeps all timers as this worker's rules set them. */
export function keepToRules(
  { config, current, redis, partitions, log, closers }: Foundation,
  actors: { checkInstance: CheckInstance; rollUpService: RollUpService },
): void {
  const stopping = new AbortController();
  const followRules = createFollowRules({
    rounds: createRuleRounds(redis, partitions),
    nodes: createNodeReadings(redis, partitions),
    values: () => judgedBy({ ...config, ...current.now }),
    token: randomUUID(),
    ...actors,
    pause: () => wait(pauseMs),
    stopping: stopping.signal,
    log,
  });
  const following = every(lookEveryMs, followRules, (error) =>
    log.warn({ error }, 'could not compare timers with the current rules; retrying at the next interval'),
  );
  closers.add('rules', async () => {
    stopping.abort();
    await following.stop();
  });
}
