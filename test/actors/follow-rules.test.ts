import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCheckInstance } from '../../src/actors/check-instance.ts';
import { createFollowRules } from '../../src/actors/follow-rules.ts';
import type { RuleRounds } from '../../src/actors/ports/rules.ts';
import { createRollUpService } from '../../src/actors/roll-up-service.ts';
import { type RulesOf, rulesFor } from '../../src/domain/policy.ts';
import { createNodes } from '../../src/store/monitor/nodes.ts';
import { createRuleRounds } from '../../src/store/monitor/rule-rounds.ts';
import { blindAfterMs } from '../store/open-store.ts';
import { openActors, type TestActors, timing } from './open-actors.ts';

let actors: TestActors;
let rounds: RuleRounds;

beforeAll(async () => {
  actors = await openActors();
  rounds = createRuleRounds(actors.client, actors.partitions);
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const slow: RulesOf = (name, intervalMs) => rulesFor(timing, [], name, intervalMs);
/** Three times as fast, and two of each service must live. */
const quick: RulesOf = (name, intervalMs) => {
  const policy = { match: {}, intervalMs: 300, graceMs: 100, downAfterMs: 1_200, minInstances: 2 };
  return rulesFor(timing, [policy], name, intervalMs);
};
const valuesOf = (rulesOf: RulesOf) => ({ services: rulesOf === slow ? 'none' : '1 (fingerprint 1234)' });

/** The looks of one worker, started anew. */
function startWorker(rulesOf: RulesOf, token = 'one') {
  const { checks, meter, checkQueue, services, ids, client, partitions, log } = actors;
  const values = valuesOf(rulesOf);
  const self = { nodeId: token, name: token, version: '', values, channelIds: [] };
  const nodes = createNodes(client, partitions, () => self);
  const judging = { rulesOf, meter, blindAfterMs: () => blindAfterMs };
  const checkInstance = createCheckInstance({ checks, checkQueue, ...judging });
  const look = createFollowRules({
    ...{ rounds, nodes, values: () => values, token, log, pause: async () => undefined },
    checkInstance,
    rollUpService: createRollUpService({ services, ids, log, ...judging }),
    stopping: new AbortController().signal,
  });
  return {
    async look() {
      await nodes.show();
      await look();
    },
    stop: () => client.hdel(actors.keys.nodes, token),
  };
}

/** Three that are Healthy by slow rules, of two services, and a round of these rules. */
async function settle(): Promise<string[]> {
  const named = [['orders', 'one'] as const, ['orders', 'two'] as const, ['stock', 'one'] as const];
  const ids = await Promise.all(
    named.map(async ([name, key]) => (await actors.register(name, key)).instanceId),
  );
  for (const id of ids) await actors.beat(id);
  await actors.relay();
  const worker = startWorker(slow);
  await worker.look();
  await worker.stop();
  actors.armed.length = 0;
  return ids;
}

const dueInMs = async (instanceId: string) => {
  const { nowMs } = await actors.view(instanceId);
  return Number(await actors.client.zscore(actors.keys.timer, instanceId)) - nowMs;
};

describe('timers follow the rules', () => {
  test('when a worker starts with others than those that they were set by, and every wake-up with them', async () => {
    const ids = await settle();
    for (const id of ids) expect(await dueInMs(id)).toBeGreaterThan(700);
    const worker = startWorker(quick);
    await worker.look();
    for (const id of ids) expect(await dueInMs(id)).toBeLessThanOrEqual(401);
    expect(actors.armed.map(({ instanceId }) => instanceId).sort()).toEqual([...ids].sort());
    for (const { delayMs } of actors.armed) expect(delayMs).toBeLessThanOrEqual(401);
    const stock = actors.ids.serviceId('stock', 'test');
    expect(await actors.client.zscore(actors.keys.serviceTimer, stock)).not.toBeNull();
    await worker.look();
    expect(actors.armed).toHaveLength(ids.length);
  });

  test('and stay as they are when the rules do, however often a worker starts', async () => {
    await settle();
    await startWorker(slow, 'two').look();
    await startWorker(slow, 'three').look();
    expect(actors.armed).toEqual([]);
  });

  test('again when the last node with others is gone, and not while it is there', async () => {
    const ids = await settle();
    const [old, fresh] = [startWorker(slow, 'old'), startWorker(quick, 'fresh')];
    await old.look();
    await fresh.look();
    expect(actors.armed).toHaveLength(ids.length);
    for (let i = 0; i < 3; i++) {
      await old.look();
      await fresh.look();
    }
    expect(actors.armed).toHaveLength(ids.length);
    await old.stop();
    await fresh.look();
    expect(actors.armed).toHaveLength(2 * ids.length);
    await fresh.look();
    expect(actors.armed).toHaveLength(2 * ids.length);
  });

  test('when the worker that went round died in it', async () => {
    const ids = await settle();
    await rounds.hold('dead');
    const worker = startWorker(quick);
    await worker.look();
    expect(actors.armed).toEqual([]);
    await actors.client.del(actors.keys.rulesLease);
    await worker.look();
    expect(actors.armed).toHaveLength(ids.length);
  });
});
