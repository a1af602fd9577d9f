import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicPage } from '../../../src/http/schemas/status-page.ts';
import { type OpenPage, openPage } from './open-page.ts';

/** Each state has a page of its own: a page is read once in five seconds. */
const pageOf = (id: string, service: string, more = '') => `
  - id: ${id}
    title: Status of ${id}
    ${more}
    groups: [{ components: [{ name: The ${id}, match: { service: "${service}", environment: production } }] }]`;

const states = ['Healthy', 'Degraded', 'Recovered', 'Down', 'Pending', 'Stopped'];

const file = `
statusPages:${states.map((status) => pageOf(status.toLowerCase(), `s-${status}`)).join('')}
${pageOf('nothing', 'nobody-*')}
${pageOf('blind', 's-Healthy')}
${pageOf('workerless', 's-Healthy')}
${pageOf('several', 's-*')}
${pageOf('incidents', 'inc*')}
${pageOf('noted', 'inc*', 'incidents: noted')}
${pageOf('silent', 'inc*', 'incidents: none')}
${pageOf('planned', 'planned')}
${pageOf('maintained', 'maintained')}
${pageOf('elsewhere', 's-Healthy', 'url: https://status.example.com/shop/')}
maintenance:
  - match: { service: planned }
    note: the secret reason
    startsAt: "${new Date(Date.now() + 3_600_000).toISOString()}"
    endsAt: "${new Date(Date.now() + 7_200_000).toISOString()}"
  - match: { service: maintained }
    startsAt: "${new Date(Date.now() - 3_600_000).toISOString()}"
    endsAt: "${new Date(Date.now() + 3_600_000).toISOString()}"
`;

let page: OpenPage;
const read = async (id: string): Promise<PublicPage> => (await page.get(`/status/${id}.json`)).body;
const html = async (id: string): Promise<string> => (await page.get(`/status/${id}`)).body;

beforeAll(async () => {
  page = await openPage(file);
  for (const status of states) await page.serviceIn(status, `s-${status}`);
});
afterAll(() => page.close());

describe('the status page', () => {
  test.each([
    ['healthy', 'operational', 'The healthy is operational'],
    ['degraded', 'degraded', 'The degraded is degraded'],
    ['recovered', 'recovering', 'The recovered is recovering'],
    ['down', 'down', 'The down is down'],
    ['pending', 'notWatched', 'The pending is not watched'],
    ['stopped', 'notWatched', 'The stopped is not watched'],
    ['nothing', 'notWatched', 'The nothing is not watched'],
    ['several', 'down', 'The several is down'],
  ])('of a service that is %s says %s', async (id, state, headline) => {
    const { groups, ...found } = await read(id);
    expect([found.state, groups[0]?.components.map((one) => [one.name, one.state])]).toEqual([
      ...[state, [[`The ${id}`, state]]],
    ]);
    expect(await html(id)).toContain(`<h2 class="fresh">${headline}</h2>`);
  });

  test('says that the state is unknown while the monitor is blind, and while no worker runs', async () => {
    const tick = (await page.redis.hget('{m0}:clock', 'tick')) ?? '';
    await page.redis.hset('{m0}:clock', 'tick', Number(tick) - 601_000);
    const blind = await read('blind');
    await page.redis.hset('{m0}:clock', 'tick', tick);
    const worker = (await page.redis.hget('{m0}:nodes', 'a-worker')) ?? '';
    await page.redis.hdel('{m0}:nodes', 'a-worker');
    const workerless = await read('workerless');
    await page.redis.hset('{m0}:nodes', 'a-worker', worker);
    for (const found of [blind, workerless])
      expect([found.state, found.groups[0]?.components[0]?.state]).toEqual(['unknown', 'unknown']);
    expect(await html('blind')).toContain('The state of The blind is unknown');
    expect(await html('blind')).not.toMatch(/class="state tone-operational/);
  });

  test('shows ninety days, of which none is up that nobody watched', async () => {
    const [component] = (await read('healthy')).groups[0]?.components ?? [];
    expect(component?.days).toHaveLength(90);
    expect(component?.days.slice(0, 89).every(({ uptime }) => uptime === null)).toBe(true);
    expect(component?.days.at(-1)?.date).toBe(new Date().toISOString().slice(0, 10));
    expect((await html('healthy')).match(/<rect class="none"/g)?.length).toBe(90 + 1);
  });

  test('is at /status too if it is the first, with its files where they are', async () => {
    const first = (await page.get('/status')).body as string;
    expect(first).toContain('Status of healthy');
    const files = [...first.matchAll(/(?:href|src)="(status\/[^"]+)"/g)].map(([, path]) => path);
    expect(files.length).toBeGreaterThan(5);
    for (const path of files) expect([path, (await page.get(`/${path}`)).status]).toEqual([path, 200]);
    const own = [...(await html('healthy')).matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, path]) => path);
    for (const path of own) expect([path, (await page.get(`/status/${path}`)).status]).toEqual([path, 200]);
  });

  test('may be kept for a moment, and is not sent to who has it', async () => {
    for (const ending of ['', '.json', '.atom', '.rss']) {
      const path = `/status/degraded${ending}`;
      const { headers } = await page.get(path);
      expect([path, headers.get('cache-control')]).toEqual([path, 'public, max-age=10']);
      const again = await page.get(path, { 'if-none-match': headers.get('etag') ?? '' });
      expect([path, again.status]).toEqual([path, 304]);
    }
  });

  test('runs nothing from elsewhere and nothing inline', async () => {
    const { headers, body } = await page.get('/status/down');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(body).not.toMatch(/ style="| on\w+="|<script>|<style/);
  });

  test('names its address elsewhere, where it has one', async () => {
    expect((await read('healthy')).url).toBe('http://monitor/status/healthy');
    const { url, filesUrl } = await read('elsewhere');
    expect([url, filesUrl]).toEqual(['https://status.example.com/shop/', 'https://status.example.com/shop/']);
    expect((await page.get('/status/elsewhere.atom')).body).toContain(
      'href="https://status.example.com/shop/elsewhere.atom"',
    );
  });

  test('that is not configured is answered like what does not exist', async () => {
    for (const path of ['/status/other', '/status/other.json', '/status/other.atom', '/status/healthy.xml']) {
      const { status, body, headers } = await page.get(path);
      expect([path, status, body.code, headers.get('cache-control')]).toEqual([
        path,
        404,
        'not-found',
        'no-store',
      ]);
    }
    const off = await openPage('');
    for (const path of ['/status', '/status/healthy', '/status/healthy.json', '/status/style.css'])
      expect([path, (await off.get(path)).status]).toEqual([path, 404]);
    await off.close();
  });
});

describe('incidents on the status page', () => {
  const hour = 3_600_000;
  let noted: string;
  const notes: object[] = [];

  beforeAll(async () => {
    const now = Date.now();
    const open = await page.serviceIn('Down', 'inc-open');
    const other = await page.serviceIn('Healthy', 'inc-other');
    const old = { state: 'resolved', silentSinceMs: null } as const;
    const ended = (atMs: number) => ({ ...old, recoveredAtMs: atMs, resolvedAtMs: atMs });
    const incident = await page.incidentOf(open, 'inc-open');
    noted = incident.incidentId;
    const note = (body: object) => page.ask('POST', `/api/incidents/${noted}/notes`, body);
    const said = await note({
      by: 'Ada Secret',
      note: 'We know the cause.\nIt is <b>bold</b>.',
      public: true,
    });
    notes.push(said.body.timeline.at(-1));
    const inside = await note({ by: 'Ada', note: 'the secret of db-7' });
    notes.push(inside.body.timeline.at(-1));
    await page.incidentOf(other, 'inc-other', { startedAtMs: now - 30 * hour, ...ended(now - 29 * hour) });
    await page.incidentOf(other, 'inc-other', {
      startedAtMs: now - 15 * 24 * hour,
      ...ended(now - 13 * 24 * hour),
    });
    await page.incidentOf(other, 'inc-other', {
      startedAtMs: now - 20 * 24 * hour,
      ...ended(now - 15 * 24 * hour),
    });
    const outside = await page.serviceIn('Down', 'outside');
    await page.incidentOf(outside, 'outside');
  });

  test('have notes for everybody and notes for operators, and the timeline tells them apart', () => {
    expect(notes[0]).toMatchObject({ action: 'noted', by: 'Ada Secret', public: true });
    expect(notes[1]).not.toHaveProperty('public');
  });

  test('are those that are open and of the last fourteen days, with the notes for everybody alone', async () => {
    const { incidents } = await read('incidents');
    expect(incidents.map(({ state, components }) => [state, components])).toEqual([
      ['open', ['The incidents']],
      ['resolved', ['The incidents']],
      ['resolved', ['The incidents']],
    ]);
    const [open] = incidents;
    expect(open?.updates.map(({ kind, text }) => [kind, text])).toEqual([
      ['down', null],
      ['note', 'We know the cause.\nIt is <b>bold</b>.'],
    ]);
    expect(incidents[1]?.updates.map(({ kind }) => kind)).toEqual(['down', 'recovering', 'resolved']);
    const shown = await html('incidents');
    expect(shown).toContain('It is &lt;b&gt;bold&lt;/b&gt;.');
    expect(shown).toContain('The incidents is down');
  });

  test('are only those with such a note, or none, where the page says so', async () => {
    expect((await read('noted')).incidents.map(({ state }) => state)).toEqual(['open']);
    expect((await read('silent')).incidents).toEqual([]);
  });

  test('name nothing that is internal, in no form of the page', async () => {
    const forms = await Promise.all(
      ['', '.json', '.atom', '.rss'].map(async (ending) => {
        const { body } = await page.get(`/status/incidents${ending}`);
        return typeof body === 'string' ? body : JSON.stringify(body);
      }),
    );
    for (const form of forms) {
      expect(form).toContain('We know the cause.');
      expect(form).not.toMatch(/secret|Ada|inc-open|inc-other|production/i);
      expect(form).not.toContain(noted);
    }
  });

  test('that maintenance explains are none, and who is behind a window is nobody’s business', async () => {
    const maintained = await page.serviceIn('Down', 'maintained');
    await page.incidentOf(maintained, 'maintained');
    await page.serviceIn('Healthy', 'planned');
    const during = await read('maintained');
    expect([during.state, during.incidents]).toEqual(['maintenance', []]);
    expect(during.maintenance).toMatchObject([{ components: ['The maintained'], isRunning: true }]);
    const before = await read('planned');
    expect(before.state).toBe('operational');
    expect(before.maintenance).toMatchObject([{ components: ['The planned'], isRunning: false }]);
    expect(JSON.stringify([during, before])).not.toMatch(/secret|monitor\.yaml/);
    expect(await html('planned')).toContain('Planned maintenance of The planned');
  });
});
