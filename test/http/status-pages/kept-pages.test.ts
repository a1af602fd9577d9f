import { expect, test } from 'vitest';
import type { StatusPage } from '../../../src/domain/status-page/status-page.ts';
import { createKeptPages } from '../../../src/http/status-pages/kept-pages.ts';
import { aPage, madeAtMs } from './page/a-page.ts';

const main: StatusPage = {
  ...{ id: 'main', title: 'Main', brand: null, description: null, url: null, incidents: 'all' },
  groups: [{ title: null, components: [{ name: 'Website', match: { service: 'web' } }] }],
};

function keptPages() {
  const told: unknown[] = [];
  const state = { pages: [main] as readonly StatusPage[], isAway: false, reads: 0, nowMs: 0, told };
  const servePage = createKeptPages({
    publicPages: { pages: () => state.pages, publicUrl: () => 'https://monitor' },
    async readPage(page, place) {
      state.reads++;
      if (state.isAway) throw new Error('Redis does not answer');
      return { ...aPage(), id: page.id, title: page.title, ...place };
    },
    log: { warn: (...all: unknown[]) => told.push(all) },
    now: () => state.nowMs,
  });
  const read = async (id: string | null = null) => {
    const served = await servePage(id);
    return served === null ? null : JSON.parse(served.json.content.toString());
  };
  return { state, read };
}

test('a page is read once in five seconds, however many ask for it', async () => {
  const { state, read } = keptPages();
  await Promise.all(Array.from({ length: 100 }, (_, i) => read(i % 2 ? 'main' : null)));
  expect(state.reads).toBe(1);
  state.nowMs = 4_999;
  await read();
  expect(state.reads).toBe(1);
  state.nowMs = 5_000;
  await read();
  expect(state.reads).toBe(2);
});

test('a page that cannot be read says since when nothing is known, and is read no more often for that', async () => {
  const { state, read } = keptPages();
  expect((await read()).state).toBe('down');
  state.isAway = true;
  for (const nowMs of [5_000, 6_000, 10_000]) {
    state.nowMs = nowMs;
    const { unknownSince, state: shown, groups, incidents } = await read();
    expect([shown, unknownSince, incidents.length]).toEqual(['unknown', new Date(madeAtMs).toISOString(), 2]);
    expect(groups[0].components.map((one: { state: string }) => one.state)).toEqual(['unknown', 'unknown']);
  }
  expect([state.reads, state.told.length]).toEqual([3, 2]);
  state.isAway = false;
  state.nowMs = 15_000;
  expect(await read()).toMatchObject({ state: 'down', unknownSince: null });
});

test('of a page that could never be read the public names are shown, and no state', async () => {
  const { state, read } = keptPages();
  state.isAway = true;
  expect(await read()).toMatchObject({
    ...{ title: 'Main', state: 'unknown', url: 'https://monitor/status/main', incidents: [] },
    groups: [{ components: [{ name: 'Website', state: 'unknown', days: [] }] }],
  });
});

test('a page that monitor.yaml does not have any more is gone at once, and a changed one is read anew', async () => {
  const { state, read } = keptPages();
  await read();
  state.pages = [{ ...main, title: 'Other' }];
  expect((await read()).title).toBe('Other');
  state.pages = [];
  expect([await read(), await read('main')]).toEqual([null, null]);
});
