import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGatherTargets, type Gathered, type TargetFilter } from '../../src/http/gather-targets.ts';
import { openStore } from '../store/open-store.ts';

let store: Awaited<ReturnType<typeof openStore>>;

beforeAll(async () => {
  store = await openStore();
  for (let i = 0; i < 450; i++) await store.appear('big', `i${i}`);
  for (let i = 0; i < 3; i++) await store.appear(`small-${i}`, 'one');
});
afterAll(() => store.close());

const gather = (most: number, filter: Partial<TargetFilter> = {}, isWaitedFor = () => true) =>
  createGatherTargets(store.readings, most)(
    { namePrefix: '', includes: () => true, status: undefined, ...filter },
    isWaitedFor,
  );

const keysIn = (gathered: Gathered): string[] =>
  gathered.kind === 'too-many'
    ? []
    : (JSON.parse(gathered.json) as { labels: Record<string, string> }[]).map(
        ({ labels }) => `${labels['service']} ${labels['__meta_service_monitor_instance_key']}`,
      );

test('a list of many pages has every instance once', async () => {
  const keys = keysIn(await gather(453));
  expect(keys).toHaveLength(453);
  expect(new Set(keys).size).toBe(453);
});

test('a list that would be too long is not shortened, and what is left out does not count', async () => {
  expect(await gather(452)).toEqual({ kind: 'too-many' });
  expect(keysIn(await gather(3, { namePrefix: 'small' }))).toHaveLength(3);
  expect(keysIn(await gather(3, { status: 'Down' }))).toEqual([]);
});

test('many that ask at once are all answered, and nothing is read for one who has gone', async () => {
  const answers = await Promise.all([gather(453), gather(453), gather(453, {}, () => false)]);
  expect(answers.map((answer) => keysIn(answer).length)).toEqual([453, 453, 0]);
});
