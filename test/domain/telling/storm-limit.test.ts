import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LimitedMessage, type StormState, stormLimit } from '../../../src/domain/telling/storm-limit.ts';

const limit = { burst: 5, perMinute: 5 };
const minuteMs = 60_000;
const startMs = 1_000_000;

/** One channel, with everything that it was sent. */
function channel() {
  let state: StormState = stormLimit.begin(limit, startMs);
  const singly: { source: string; atMs: number }[] = [];
  const digests: { openedAtMs: number; dueAtMs: number; sentAtMs: number; sources: string[] }[] = [];
  let collected: string[] = [];

  function sendDigest(): void {
    const { digest } = state;
    if (digest === null) return;
    const { openedAtMs, dueAtMs } = digest;
    digests.push({ openedAtMs, dueAtMs, sentAtMs: dueAtMs, sources: collected });
    collected = [];
    state = stormLimit.endDigest(state, dueAtMs);
  }

  return {
    singly,
    digests,
    state: () => state,
    /** A message at this time; digests that are due before it are sent. */
    tell(source: string, afterMs: number, more: Partial<LimitedMessage> = {}): 'singly' | 'in-digest' {
      const atMs = startMs + afterMs;
      if (state.digest !== null && state.digest.dueAtMs <= atMs) sendDigest();
      const verdict = stormLimit.decide(state, { source, followsIntoDigest: false, ...more }, limit, atMs);
      state = verdict.after;
      if (verdict.kind === 'singly') singly.push({ source, atMs });
      else collected.push(source);
      return verdict.kind;
    },
    end: sendDigest,
  };
}

describe('one source', () => {
  test('has five messages at once, and the sixth begins a digest that is sent ten seconds later', () => {
    const { tell, state, singly } = channel();
    for (let i = 0; i < 6; i++) tell('a', i);
    expect(singly).toHaveLength(5);
    expect(state().digest).toMatchObject({ openedAtMs: startMs + 5, dueAtMs: startMs + 10_005 });
  });

  test('has a message each twelve seconds for as long as it likes', () => {
    const { tell, digests } = channel();
    for (let i = 0; i < 100; i++) expect(tell('a', i * 12_000)).toBe('singly');
    expect(digests).toEqual([]);
  });

  test('has a digest a minute in a storm, and no more than five messages a minute with it after the first', () => {
    const { tell, digests, singly, end } = channel();
    for (let ms = 0; ms < 10 * minuteMs; ms += 200) tell('a', ms);
    end();
    const gaps = digests.slice(1).map((digest, i) => digest.sentAtMs - (digests[i]?.sentAtMs ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(minuteMs);
    expect(digests.length).toBeGreaterThanOrEqual(9);
    for (let minute = 1; minute < 10; minute++) {
      const within = (atMs: number) => Math.floor((atMs - startMs) / minuteMs) === minute;
      const sent = singly.filter(({ atMs }) => within(atMs)).length;
      const sentDigests = digests.filter(({ sentAtMs }) => within(sentAtMs)).length;
      expect(sent + sentDigests).toBeLessThanOrEqual(6);
    }
  });

  test('has one message less after a digest, which is one too', () => {
    const { tell, digests } = channel();
    for (let i = 0; i < 6; i++) tell('a', 0);
    // Two tokens came back since, and the digest took one.
    expect([tell('a', 24_000), tell('a', 24_001)]).toEqual(['singly', 'in-digest']);
    expect(digests).toHaveLength(1);
  });

  test('has its messages in the open digest, though there are tokens again: they keep their order', () => {
    const { tell } = channel();
    for (let i = 0; i < 6; i++) tell('a', i);
    expect(tell('a', 9_000)).toBe('in-digest');
  });

  test('follows its own message into the digest that is open', () => {
    const { tell } = channel();
    for (let i = 0; i < 6; i++) tell('a', i);
    expect(tell('b', 100, { followsIntoDigest: true })).toBe('in-digest');
  });
});

describe('lesser messages', () => {
  const lesser = { isLesser: true };

  test('never delay a burst of outages, however many came before', () => {
    const { tell, state } = channel();
    for (let i = 0; i < 30; i++) tell('a', i, lesser);
    expect(state().digest).not.toBeNull();
    for (let i = 0; i < 5; i++) expect(tell('a', 100 + i)).toBe('singly');
  });

  test('do not delay an outage with their digest either', () => {
    const { tell, end } = channel();
    for (let i = 0; i < 30; i++) tell('a', i, lesser);
    end();
    for (let i = 0; i < 5; i++) expect(tell('a', 11_000 + i)).toBe('singly');
  });

  test('have their turn when there was no outage, and wait for outages otherwise', () => {
    const { tell } = channel();
    expect(tell('a', 0)).toBe('singly');
    expect(tell('a', 1, lesser)).toBe('singly');
    for (let i = 2; i < 6; i++) tell('a', i);
    expect(tell('a', 10, lesser)).toBe('in-digest');
  });

  test('stay in the order of their source', () => {
    const { tell } = channel();
    for (let i = 0; i < 6; i++) tell('a', i, lesser);
    expect(tell('a', 9_000, lesser)).toBe('in-digest');
  });
});

describe('several sources', () => {
  test('one with a storm does not delay the first message of another', () => {
    const { tell } = channel();
    for (let i = 0; i < 200; i++) tell('junk', i);
    expect(tell('payments', 300)).toBe('singly');
  });

  test('only two go beyond the limit in a minute, so that it stays one', () => {
    const { tell, singly } = channel();
    for (let i = 0; i < 500; i++) tell(`source ${i}`, i * 60);
    expect(singly.filter(({ atMs }) => atMs - startMs < 10_000)).toHaveLength(7);
  });

  test('each may use its share of the tokens', () => {
    const { tell, singly } = channel();
    tell('quiet', 0);
    for (let i = 1; i < 50; i++) tell('loud', i);
    expect(singly.filter(({ source }) => source === 'loud')).toHaveLength(3);
    expect(tell('quiet', 60)).toBe('singly');
  });

  test('more than two hundred in a minute are remembered as one', () => {
    const { tell, state } = channel();
    for (let i = 0; i < 1_000; i++) tell(`source ${i}`, i);
    expect(Object.keys(state().recent)).toHaveLength(201);
    expect(state().digest?.sources.length).toBeLessThanOrEqual(201);
  });
});

test('a digest that is sent late makes the next one wait a minute from then', () => {
  let state = stormLimit.begin(limit, startMs);
  for (let i = 0; i < 6; i++)
    state = stormLimit.decide(state, { source: 'a', followsIntoDigest: false }, limit, startMs).after;
  const lateMs = startMs + 3_600_000;
  state = stormLimit.endDigest(state, lateMs);
  for (let i = 0; i < 9; i++)
    state = stormLimit.decide(state, { source: 'a', followsIntoDigest: false }, limit, lateMs).after;
  expect(state.digest?.dueAtMs).toBe(lateMs + minuteMs);
});

test('whatever comes, no minute has more than the burst, its tokens, two firsts and a digest, and no message is lost', () => {
  const message = fc.record({
    source: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    isLesser: fc.boolean(),
    waitMs: fc.oneof(fc.nat(50), fc.nat(20_000)),
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 400 }), (messages) => {
      const { tell, singly, digests, end } = channel();
      let atMs = 0;
      for (const { source, isLesser, waitMs } of messages) {
        atMs += waitMs;
        tell(source, atMs, { isLesser });
      }
      end();
      const sentAtMs = [...singly.map((one) => one.atMs), ...digests.map((one) => one.sentAtMs)].sort(
        (a, b) => a - b,
      );
      for (const from of sentAtMs) {
        const within = sentAtMs.filter((ms) => ms >= from && ms < from + minuteMs).length;
        // A full burst, a minute of tokens, and two of sources of which nothing was told.
        expect(within).toBeLessThanOrEqual(limit.burst + limit.perMinute + 2 + 1);
      }
      const folded = digests.reduce((sum, { sources }) => sum + sources.length, 0);
      expect(singly.length + folded).toBe(messages.length);
    }),
    { numRuns: 300 },
  );
});

test('lesser messages have only what comes back in a minute, however much may be sent at once', () => {
  const wide = { burst: 10, perMinute: 2 };
  let state = stormLimit.begin(wide, startMs);
  const tell = (isLesser: boolean) => {
    const verdict = stormLimit.decide(
      state,
      { source: 'a', followsIntoDigest: false, isLesser },
      wide,
      startMs,
    );
    state = verdict.after;
    return verdict.kind;
  };
  expect([tell(true), tell(true), tell(true)]).toEqual(['singly', 'singly', 'in-digest']);
  expect(tell(false)).toBe('singly');
});
