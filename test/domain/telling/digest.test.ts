import { expect, test } from 'vitest';
import { composeDigest, type DigestEntry, digestName } from '../../../src/domain/telling/digest.ts';
import { withEnding } from '../../../src/domain/telling/digest-line.ts';

const entry = (name: string, more: Partial<DigestEntry> = {}): DigestEntry => ({
  ...{ incidentId: `incident of ${name}`, kind: 'down', serviceName: name, environment: 'production' },
  ...{ source: 'production/key', atMs: 1_000, url: `http://monitor/#/incidents/${name}` },
  ...more,
});

test('says of each incident what would have been told, in the order of time', () => {
  const found = composeDigest([
    entry('cart', { kind: 'resolved', atMs: 3_000 }),
    entry('mail', { atMs: 2_000 }),
    entry('cart', { atMs: 1_000 }),
  ]);
  expect(found).toMatchObject({ messages: 3, incidents: 2, more: [] });
  expect(found.lines.map(({ serviceName, kinds, atMs }) => ({ serviceName, kinds, atMs }))).toEqual([
    { serviceName: 'cart', kinds: ['down', 'resolved'], atMs: 1_000 },
    { serviceName: 'mail', kinds: ['down'], atMs: 2_000 },
  ]);
});

test('counts, by environment, the incidents for which it has no line', () => {
  const many = Array.from({ length: 400 }, (_, i) => entry(`service-${i}`, { atMs: i }));
  const found = composeDigest(many);
  expect(found.lines).toHaveLength(50);
  expect(found.more).toEqual([{ environment: 'production', incidents: 350 }]);
  expect(found).toMatchObject({ messages: 400, incidents: 400 });
});

test('names the incident of one team beside the hundreds of another that came before it', () => {
  const junk = Array.from({ length: 400 }, (_, i) =>
    entry(`junk-${i}`, { atMs: i, environment: 'staging', source: 'staging/other' }),
  );
  const found = composeDigest([...junk, entry('payments', { atMs: 9_999 })]);
  expect(found.lines.map(({ serviceName }) => serviceName)).toContain('payments');
  expect(found.more).toEqual([{ environment: 'staging', incidents: 351 }]);
});

test('keeps what each message says, and counts what is less than an outage apart, each kind by itself', () => {
  const found = composeDigest([
    entry('pool', { kind: 'degraded', atMs: 1_000 }),
    entry('pool', { kind: 'instance-down', atMs: 2_000 }),
    entry('pool', { kind: 'degraded', isOver: true, atMs: 3_000 }),
    entry('cart', { incidentId: 'of cart', atMs: 4_000 }),
  ]);
  expect(found).toMatchObject({ messages: 4, incidents: 1, others: 2 });
  expect(found.lines.map(({ news }) => news)).toEqual([
    [
      { kind: 'degraded', isOver: false },
      { kind: 'degraded', isOver: true },
    ],
    [{ kind: 'instance-down', isOver: false }],
    [{ kind: 'down', isOver: false }],
  ]);
});

test('lists what is less than an outage only after all outages', () => {
  const less = Array.from({ length: 60 }, (_, i) => entry(`pool-${i}`, { kind: 'degraded', atMs: i }));
  const found = composeDigest([...less, entry('cart', { atMs: 9_999 })]);
  expect(found.lines.map(({ serviceName }) => serviceName)).toContain('cart');
});

test('is called by the minute in which it was begun', () => {
  expect(digestName(Date.parse('2026-11-22T14:03:59Z'))).toBe('digest of 14:03 UTC');
});

test('a line says how its incident is at the end of the digest, unless it says so already', () => {
  const acknowledged = { by: 'ada', note: null, atMs: 1 };
  const lineOf = (...kinds: DigestEntry['kind'][]) => {
    const [line] = composeDigest(kinds.map((kind, atMs) => entry('cart', { kind, atMs }))).lines;
    if (line === undefined) throw new Error('a digest has a line');
    return line;
  };
  const kindsOf = (line: ReturnType<typeof lineOf>, incident: Parameters<typeof withEnding>[1]) => {
    const { kinds, news } = withEnding(line, incident);
    expect(news?.map(({ kind }) => kind)).toEqual(kinds);
    return kinds;
  };
  expect(kindsOf(lineOf('reminder'), { state: 'recovering', acknowledged })).toEqual([
    'reminder',
    'recovering',
  ]);
  expect(kindsOf(lineOf('down'), { state: 'resolved', acknowledged: null })).toEqual(['down', 'resolved']);
  expect(kindsOf(lineOf('down'), { state: 'open', acknowledged })).toEqual(['down', 'acknowledged']);
  expect(kindsOf(lineOf('down'), { state: 'open', acknowledged: null })).toEqual(['down']);
  expect(kindsOf(lineOf('down', 'resolved'), { state: 'resolved', acknowledged })).toEqual([
    'down',
    'resolved',
  ]);
  expect(kindsOf(lineOf('health'), { state: 'resolved', acknowledged })).toEqual(['health']);
  expect(kindsOf(lineOf('down'), null)).toEqual(['down']);
});
