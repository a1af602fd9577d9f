import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../commands/run-command.ts';
import { eventually } from '../../support/eventually.ts';
import { makeKey } from '../make-key.ts';
import { type OpenPage, openPage } from './open-page.ts';

/** A page is read once in five seconds: each test looks at pages of its own. */
const pageOf = (id: string) => `
  - id: ${id}
    title: Status of ${id}
    groups: [{ components: [{ name: Shop, match: { service: shop, environment: production } }] }]`;

let page: OpenPage;
let incidentId: string;
let key: string;

const note = async (text: string) => {
  const body = { by: 'Ada', note: text, public: true };
  const noted = await page.ask('POST', `/api/incidents/${incidentId}/notes`, body);
  return noted.body.timeline.at(-1).at as string;
};
const retract = (body: object) => page.ask('POST', `/api/incidents/${incidentId}/notes/retract`, body);

/** All forms of a page, as everybody reads them. */
async function formsOf(id: string): Promise<string[]> {
  const answers = ['', '.json', '.atom', '.rss'].map((ending) => page.get(`/status/${id}${ending}`));
  return (await Promise.all(answers)).map(({ body }) =>
    typeof body === 'string' ? body : JSON.stringify(body),
  );
}

beforeAll(async () => {
  page = await openPage(`statusPages:${['before', 'after', 'cli'].map(pageOf).join('')}`);
  const serviceId = await page.serviceIn('Down', 'shop');
  ({ incidentId } = await page.incidentOf(serviceId, 'shop'));
  key = await makeKey(page.redis, { scopes: ['read', 'operate'] });
  await eventually(
    'the key is known',
    () => page.get('/api/incidents', { 'x-api-key': key }),
    ({ status }) => status === 200,
  );
});
afterAll(() => page.close());

test('a public note that is taken back is on no status page and in no feed; the timeline keeps it', async () => {
  await note('We look for the cause.');
  const at = await note('The password of db-7 was wrong.');
  for (const form of await formsOf('before')) expect(form).toContain('db-7');

  expect((await retract({ by: 'Grace', at: '2020-01-01T00:00:00Z' })).status).toBe(409);
  const { status, body } = await retract({ by: 'Grace', at });
  expect(status).toBe(200);
  expect(body.timeline.at(-1)).toEqual({
    ...{ at, action: 'noted', by: 'Ada', note: 'The password of db-7 was wrong.' },
    retracted: { by: 'Grace', at: expect.stringMatching(/Z$/) },
  });
  for (const form of await formsOf('after')) {
    expect(form).toContain('We look for the cause.');
    expect(form).not.toMatch(/db-7|Grace/);
  }
  // Once more is no mistake: the answer may have been lost.
  expect((await retract({ by: 'Somebody', at })).body.timeline).toEqual(body.timeline);
});

test('the command takes back the only public note, and asks which one of several', async () => {
  const run = (...args: string[]) =>
    runCommand('/', ['incidents', ...args], { MONITOR_URL: page.url, MONITOR_API_KEY: key });
  const second = await note('It was the second one.');
  const asked = await run('retract', incidentId);
  expect(asked).toMatchObject({ code: 1, stdout: '' });
  expect(asked.stderr).toMatch(
    /^The incident has 2 public notes; say which one:\n {2}--at .* We look for the cause\.\n/,
  );
  const done =
    'The note of shop is taken back: it leaves the status pages within five seconds, exported ones with their next export.\n';
  expect(await run('retract', incidentId, '--at', second, '--by', 'Grace')).toEqual({
    ...{ code: 0, stdout: '', stderr: done },
  });
  expect(await run('retract', incidentId.slice(0, 8))).toMatchObject({ code: 0, stderr: done });
  expect((await run('show', incidentId)).stdout).toMatch(
    /Ada noted \(taken back by Grace at .*Z\): It was the second one\./,
  );
  expect(await run('retract', incidentId)).toMatchObject({
    ...{ code: 1, stderr: 'The incident has no public note.\n' },
  });
  for (const form of await formsOf('cli')) expect(form).not.toContain('We look for the cause.');
});
