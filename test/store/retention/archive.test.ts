import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openArchiveDirectory } from '../../../src/store/retention/archive-directory.ts';
import { rowFor } from '../notifications/notification-row.ts';
import { openStore, type TestStore } from '../open-store.ts';
import { writeIncident } from './old-incident.ts';
import { dayMs, trimmer } from './trim-all.ts';

let store: TestStore;
let dir: string;
let nowMs: number;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(async () => {
  await store.reset();
  nowMs = await store.beats.now(0);
  dir = mkdtempSync(join(tmpdir(), 'archive-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
afterAll(() => store.close());

interface Line {
  kind: string;
  archivedAt: string;
  record: { incidentId?: string; notificationId?: string };
}

const dayFile = (atMs: number) => join(dir, `${new Date(atMs).toISOString().slice(0, 10)}.jsonl`);
const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const archived = () => readdirSync(dir).flatMap((name) => linesOf(join(dir, name)));

const failsWith = 'cannot write to the archive directory; no old record is removed until it can be written';

test('each record is archived as it was, with all that it says, before it is removed', async () => {
  const incident = await writeIncident(store, nowMs - 500 * dayMs);
  const row = rowFor(store, {
    incidentId: incident.incidentId,
    state: 'sent',
    nextAttemptAtMs: null,
    createdAtMs: nowMs - 499 * dayMs,
  });
  await store.notifications.plan([row]);
  await store.client.zadd(store.keys.blind, 2_000, '1000:2000');
  await trimmer(store, { archive: openArchiveDirectory(dir) }).round();
  expect(readdirSync(dir)).toHaveLength(1);
  expect(archived().map(({ kind, record }) => ({ kind, record }))).toEqual([
    { kind: 'notification', record: row },
    { kind: 'incident', record: incident },
    { kind: 'blind-gap', record: { fromMs: 1_000, toMs: 2_000 } },
  ]);
  expect(await store.client.exists(store.keys.incidents, store.keys.notifications, store.keys.blind)).toBe(0);
});

test('after a crash between archive and removal a record is archived once more, and removed', async () => {
  const { incidentId } = await writeIncident(store, nowMs - 500 * dayMs);
  const crashing = trimmer(store, {
    archive: openArchiveDirectory(dir),
    through: (records) => ({ ...records, remove: () => Promise.reject(new Error('the process is gone')) }),
  });
  await expect(crashing.round()).rejects.toThrow('the process is gone');
  expect(await store.client.zcard(store.keys.incidents)).toBe(1);
  await trimmer(store, { archive: openArchiveDirectory(dir) }).round();
  expect(archived().map(({ record }) => record.incidentId)).toEqual([incidentId, incidentId]);
  expect(await store.client.exists(store.keys.incidents)).toBe(0);
});

test('while the disk of the archive is full nothing is removed, and it is said; then all goes', async () => {
  const { incidentId } = await writeIncident(store, nowMs - 500 * dayMs);
  // Whatever is written to it ends with ENOSPC. Tomorrow too: midnight may come in between.
  for (const atMs of [nowMs, nowMs + dayMs]) symlinkSync('/dev/full', dayFile(atMs));
  const { round, said } = trimmer(store, { archive: openArchiveDirectory(dir) });
  await round();
  expect(said).toEqual([failsWith]);
  expect(await store.readings.incident(incidentId)).not.toBeNull();
  for (const atMs of [nowMs, nowMs + dayMs]) rmSync(dayFile(atMs));
  await round();
  expect(said).toEqual([failsWith]);
  expect(archived().map(({ record }) => record.incidentId)).toEqual([incidentId]);
  expect(await store.readings.incident(incidentId)).toBeNull();
});

test('a directory that is not there is said at once, though nothing is old yet, and is not created', async () => {
  rmSync(dir, { recursive: true });
  const { round, said } = trimmer(store, { archive: openArchiveDirectory(dir) });
  await round();
  expect(said).toEqual([failsWith]);
  await writeIncident(store, nowMs - 500 * dayMs);
  await round();
  expect(await store.client.zcard(store.keys.incidents)).toBe(1);
  expect(() => readdirSync(dir)).toThrow('ENOENT');
});

test('half a line that a crash left takes no other line with it', async () => {
  const archive = openArchiveDirectory(dir);
  appendFileSync(dayFile(nowMs), '{"kind":"inci');
  await archive.append(['{"kind":"a"}', '{"kind":"b"}'], nowMs);
  await archive.append(['{"kind":"c"}'], nowMs);
  expect(readFileSync(dayFile(nowMs), 'utf8')).toBe(
    '{"kind":"inci\n{"kind":"a"}\n{"kind":"b"}\n{"kind":"c"}\n',
  );
});
