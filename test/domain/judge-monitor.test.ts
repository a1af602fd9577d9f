import { expect, test } from 'vitest';
import type { Impairment, ImpairmentCause, ImpairmentReason } from '../../src/domain/impairment.ts';
import { judgeMonitor } from '../../src/domain/judge-monitor.ts';

const calmMs = 1_000;
const reason = (cause: ImpairmentCause): ImpairmentReason => ({ cause, detail: `about ${cause}` });
const blind = reason('blind');
const memory = reason('redis-memory');
const impaired: Impairment = {
  impairmentId: 'id',
  sinceMs: 0,
  reasons: [blind],
  active: ['blind'],
  quietSinceMs: null,
  toldChannelIds: ['hook'],
};

test('nothing wrong with a monitor that is well: nothing to write', () => {
  expect(judgeMonitor(null, [], 5, calmMs)).toEqual({ kind: 'unchanged' });
});

test('the first causes begin an impairment, all of them together', () => {
  expect(judgeMonitor(null, [blind, memory], 5, calmMs)).toEqual({
    kind: 'begins',
    reasons: [blind, memory],
  });
});

test('the same cause at the next look is not written, and keeps the words of its beginning', () => {
  const later = { ...blind, detail: 'longer by now' };
  expect(judgeMonitor(impaired, [later], 5, calmMs)).toEqual({ kind: 'unchanged' });
});

test('another cause joins the impairment and is remembered when it goes', () => {
  const joined = judgeMonitor(impaired, [blind, memory], 5, calmMs);
  expect(joined).toMatchObject({ kind: 'goes-on', impairment: { active: ['blind', 'redis-memory'] } });
  if (joined.kind !== 'goes-on') return;
  const gone = judgeMonitor(joined.impairment, [memory], 6, calmMs);
  expect(gone).toMatchObject({
    kind: 'goes-on',
    impairment: { active: ['redis-memory'], reasons: [blind, memory] },
  });
});

test('it ends when nothing was wrong for as long as it takes, not before', () => {
  const quiet = judgeMonitor(impaired, [], 100, calmMs);
  expect(quiet).toEqual({ kind: 'goes-on', impairment: { ...impaired, active: [], quietSinceMs: 100 } });
  if (quiet.kind !== 'goes-on') return;
  expect(judgeMonitor(quiet.impairment, [], 1_099, calmMs)).toEqual({ kind: 'unchanged' });
  expect(judgeMonitor(quiet.impairment, [], 1_100, calmMs)).toEqual({
    kind: 'ends',
    impairment: quiet.impairment,
  });
});

test('a cause that comes back in the quiet time goes on with the same impairment', () => {
  const quiet = { ...impaired, active: [], quietSinceMs: 100 };
  expect(judgeMonitor(quiet, [blind], 5_000, calmMs)).toEqual({ kind: 'goes-on', impairment: impaired });
});

test('however causes flicker, there is one beginning and one end', () => {
  let state: Impairment | null = null;
  const told: string[] = [];
  for (let nowMs = 0; nowMs < 60_000; nowMs += 100) {
    const found = nowMs < 30_000 && nowMs % 900 < 500 ? [nowMs % 200 === 0 ? blind : memory] : [];
    const verdict = judgeMonitor(state, found, nowMs, calmMs);
    if (verdict.kind === 'begins' || verdict.kind === 'ends') told.push(verdict.kind);
    if (verdict.kind === 'begins')
      state = { ...impaired, reasons: verdict.reasons, active: verdict.reasons.map(({ cause }) => cause) };
    if (verdict.kind === 'goes-on') state = verdict.impairment;
    if (verdict.kind === 'ends') state = null;
  }
  expect(told).toEqual(['begins', 'ends']);
});
