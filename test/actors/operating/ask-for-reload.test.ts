import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAskForReload } from '../../../src/actors/operating/ask-for-reload.ts';
import type { ReloadOutcome } from '../../../src/domain/reload-outcome.ts';
import { createNodes } from '../../../src/store/monitor/nodes.ts';
import { createNodeReadings } from '../../../src/store/monitor/read-nodes.ts';
import { createReloads } from '../../../src/store/monitor/reloads.ts';
import { openStore, type TestStore } from '../../store/open-store.ts';
import { eventually } from '../../support/eventually.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

const open = () => createReloads(store.client, store.partitions);
const show = (nodeId: string) =>
  createNodes(store.client, store.partitions, () => ({
    ...{ nodeId, name: nodeId, version: '1', values: {}, channelIds: null },
  })).show();
/** Each wait is as long as it takes, and counts as `stepMs`. */
function createAsk(stepMs = 250) {
  let nowMs = 0;
  return createAskForReload({
    ...{ reloads: open(), nodes: createNodeReadings(store.client, store.partitions), now: () => nowMs },
    async wait() {
      nowMs += stepMs;
      await wait(1);
    },
  });
}
async function answer(nodeId: string, outcome: ReloadOutcome): Promise<void> {
  const requestId = await eventually('somebody asks', () => open().asked());
  await open().answer(requestId, nodeId, outcome);
}

test('every living node is asked and waited for, and what each says is gathered', async () => {
  await show('gone');
  await store.passTime(16_000);
  await Promise.all(['b', 'a'].map(show));
  const asking = createAsk(0)();
  await answer('b', { kind: 'refused', errors: ['no'] });
  await answer('a', { kind: 'changed', changes: ['routes changed'] });
  expect(await asking).toEqual([
    { node: 'a', outcome: { kind: 'changed', changes: ['routes changed'] } },
    { node: 'b', outcome: { kind: 'refused', errors: ['no'] } },
  ]);
  expect(await store.client.pttl(store.keys.reload)).toBeGreaterThan(0);
});

test('a node that does not answer is waited for 17 s and named', async () => {
  await show('old version');
  expect(await createAsk()()).toEqual([{ node: 'old version', outcome: { kind: 'no-answer' } }]);
});

test('an answer to an earlier request is none', async () => {
  await show('a');
  const before = await open().ask();
  await open().answer(before, 'a', { kind: 'unchanged' });
  const requestId = await open().ask();
  await open().answer(before, 'a', { kind: 'unchanged' });
  expect(await open().answers(requestId)).toEqual(new Map());
});

test('of those who ask at the same time each is answered', async () => {
  await show('a');
  const ask = createAsk(0);
  const asking = [ask(), ask(), ask()];
  await eventually(
    'all have asked',
    () => open().asked(),
    (latest) => latest !== null,
  );
  const outcome: ReloadOutcome = { kind: 'unchanged' };
  await eventually('all are answered', async () => {
    await answer('a', outcome);
    return (await Promise.race([Promise.all(asking), wait(5, null)])) !== null;
  });
  expect(await Promise.all(asking)).toEqual(asking.map(() => [{ node: 'a', outcome }]));
});
