import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/actors/ports/store-errors.ts';
import { RepeatedLines } from '../../src/telemetry/repeated-lines.ts';

const away = { error: new StoreUnavailable('connect ECONNREFUSED 127.0.0.1:6379') };
const second = 1_000;

test('an outage of Redis is the first line of each kind, a summary a minute, and the whole when it is over', () => {
  const lines = new RepeatedLines();
  const written: string[] = [];
  for (let atMs = 0; atMs < 90 * second; atMs += 100) {
    for (const kind of ['could not store heartbeats; answering 503', 'Redis connection error; reconnecting'])
      if (lines.isWanted(away, kind, atMs)) written.push(`${atMs} ${kind}`);
    if (atMs % second === 0) {
      for (const { fields, message } of lines.due(atMs))
        written.push(`${atMs} ${message} ${JSON.stringify(fields)}`);
    }
  }
  const count = { first: 600, inAll: 899 };
  const counts = (n: number) =>
    `"leftOut":{"could not store heartbeats; answering 503":${n},"Redis connection error; reconnecting":${n}}`;
  for (let atMs = 90 * second; atMs < 200 * second; atMs += second)
    for (const { fields, message } of lines.due(atMs))
      written.push(`${atMs} ${message} ${JSON.stringify(fields)}`);
  expect(written).toEqual([
    '0 could not store heartbeats; answering 503',
    '0 Redis connection error; reconnecting',
    `60000 continues: Redis cannot be used {"lastedMs":60000,${counts(count.first)}}`,
    `100000 ended: Redis cannot be used {"lastedMs":89900,${counts(count.inAll)}}`,
  ]);
});

test('the next outage is said anew', () => {
  const lines = new RepeatedLines();
  expect(lines.isWanted(away, 'one', 0)).toBe(true);
  expect(lines.isWanted(away, 'one', second)).toBe(false);
  expect(lines.due(11 * second)).toHaveLength(1);
  expect(lines.isWanted(away, 'one', 12 * second)).toBe(true);
});

test('a line that came once is followed by no other', () => {
  const lines = new RepeatedLines();
  expect(lines.isWanted({}, 'the monitor is impaired', 0)).toBe(true);
  for (let atMs = 0; atMs < 200 * second; atMs += second) expect(lines.due(atMs)).toEqual([]);
});

test('each channel that fails is said once', () => {
  const lines = new RepeatedLines();
  const message = 'message not delivered; retrying';
  const said = ['mail', 'hook', 'mail'].map((channelId) => lines.isWanted({ channelId }, message, 0));
  expect(said).toEqual([true, true, false]);
  expect(lines.due(60 * second)).toEqual([
    { fields: { lastedMs: 0, leftOut: { [`${message} (mail)`]: 1 } }, message: `ended: ${message}` },
  ]);
});

test('what differs in what its error says is another kind, up to fifty of them', () => {
  const lines = new RepeatedLines();
  const said = Array.from({ length: 60 }, (_, i) =>
    lines.isWanted({ error: new Error(`no such thing: ${i}`) }, 'a check failed', 0),
  );
  expect(said.filter(Boolean)).toHaveLength(50);
});

test('an error of a request that nobody expected is always written', () => {
  const lines = new RepeatedLines();
  const fields = (requestId: string) => ({ err: new TypeError('x is not a function'), requestId });
  expect(lines.isWanted(fields('a'), 'unexpected error in a request', 0)).toBe(true);
  expect(lines.isWanted(fields('b'), 'unexpected error in a request', 0)).toBe(true);
});

test('a list of errors that is another is always written', () => {
  const lines = new RepeatedLines();
  const isWanted = (...errors: string[]) => lines.isWanted({ errors }, 'monitor.yaml is not valid', 0);
  expect([isWanted('a'), isWanted('a', 'b'), isWanted('a')]).toEqual([true, true, false]);
});
