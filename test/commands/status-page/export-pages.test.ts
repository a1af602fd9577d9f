import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExportPages } from '../../../src/commands/status-page/export-pages.ts';
import { type PublicPage, publicPage } from '../../../src/http/schemas/status-page.ts';
import { aPage, madeAtMs } from '../../http/status-pages/page/a-page.ts';

let folder: string;
let nowMs: number;
let answer: () => PublicPage;

const exporter = (pageIds: (string | null)[] = [null]) =>
  createExportPages({
    ...{ folder, pageIds, validForMs: 90_000, now: () => nowMs },
    ask: async (id) => ({ ...answer(), ...(id === null ? {} : { id }) }),
  });
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const readPage = (name = 'main.json') => publicPage.parse(JSON.parse(read(name)));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'monitor-export-'));
  nowMs = madeAtMs;
  answer = () => aPage();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const away = () => {
  throw new Error('No monitor answers at http://monitor');
};

describe('an exported page', () => {
  test('is all that it asks for, and nothing unfinished is left beside it', async () => {
    writeFileSync(join(folder, 'robots.txt'), 'mine');
    expect((await exporter()())[0]?.kind).toBe('written');
    expect(readdirSync(folder).sort()).toEqual([
      ...['age.js', 'icon.svg', 'index.html', 'main.atom', 'main.html', 'main.json', 'main.rss'],
      ...['robots.txt', 'status.json', 'style.css'],
    ]);
    const html = read('index.html');
    for (const [, path = ''] of html.matchAll(/(?:href|src)="([^"#:]+)"/g))
      expect(readdirSync(folder)).toContain(path);
    expect(html).toContain('http-equiv="content-security-policy"');
    expect(html).toContain('data-valid-until="2026-11-22T22:43:00.000Z"');
  });

  test('is one of several, of which the first is the index', async () => {
    await exporter(['shop', 'partners'])();
    expect(readPage('shop.json').id).toBe('shop');
    expect(readPage('partners.json').id).toBe('partners');
    expect([readPage('status.json').id, read('index.html')]).toEqual(['shop', read('shop.html')]);
  });

  test('stays while it is valid when the monitor is away, then says since when nothing is known, once, and ends when it is back', async () => {
    const exportPages = exporter();
    await exportPages();
    const before = read('index.html');
    answer = away;
    nowMs = madeAtMs + 90_000;
    expect(await exportPages()).toMatchObject([
      { kind: 'failed', because: 'No monitor answers at http://monitor' },
    ]);
    expect(read('index.html')).toBe(before);
    nowMs = madeAtMs + 90_001;
    await exportPages();
    const unknown = readPage();
    expect([unknown.state, unknown.unknownSince]).toEqual(['unknown', '2026-11-22T22:41:30.000Z']);
    expect(unknown.groups.flatMap(({ components }) => components.map(({ state }) => state))).toEqual([
      ...['unknown', 'unknown', 'unknown'],
    ]);
    expect(read('index.html')).toContain('Nothing is known since 2026-11-22 22:41 UTC');
    nowMs = madeAtMs + 900_000;
    await exportPages();
    expect(readPage().unknownSince).toBe('2026-11-22T22:41:30.000Z');
    answer = () => ({ ...aPage(), madeAt: new Date(nowMs).toISOString() });
    await exportPages();
    expect([readPage().state, readPage().unknownSince]).toEqual(['down', null]);
  });

  test('is known to an exporter that is started again while the monitor is away', async () => {
    await exporter()();
    answer = away;
    nowMs = madeAtMs + 91_000;
    expect((await exporter()())[0]).toMatchObject({ kind: 'failed', known: { id: 'main' } });
    expect(readPage().unknownSince).toBe('2026-11-22T22:41:30.000Z');
  });

  test('is not there when nothing was ever known, and a folder that cannot be written is no end', async () => {
    answer = away;
    expect(await exporter()()).toEqual([
      { kind: 'failed', because: 'No monitor answers at http://monitor', known: null },
    ]);
    expect(readdirSync(folder)).toEqual([]);
    answer = () => aPage();
    writeFileSync(join(folder, 'file'), '');
    folder = join(folder, 'file');
    expect(await exporter()()).toMatchObject([
      { kind: 'failed', because: expect.stringContaining('cannot be written') },
    ]);
    folder = join(folder, '..');
  });
});
