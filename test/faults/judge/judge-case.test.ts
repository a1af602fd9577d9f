import { expect, test } from 'vitest';
import type { SeenEvent } from '../stage/watch-events.ts';
import type { Evidence } from './evidence.ts';
import { evidenceOfOutage } from './evidence-of-outage.ts';
import { judgeCase } from './judge-case.ts';

const kindsOf = (evidence: Evidence) => [...new Set(judgeCase(evidence).mistakes.map(({ kind }) => kind))];

/** The moments of every event moved, the beats left where they are. */
const shifted = (events: readonly SeenEvent[], ms: number): SeenEvent[] =>
  events.map(({ committedAtMs, event }) => ({
    committedAtMs: committedAtMs + ms,
    event: { ...event, atMs: event.atMs + ms },
  }));

test('an outage that is found in time and told once has no mistake', () => {
  expect(judgeCase(evidenceOfOutage())).toMatchObject({
    ...{ outages: 1, found: 1, latestMs: 10, messages: 3, repeated: 0, beats: 11, refused: 0, mistakes: [] },
  });
});

type Change = (evidence: Evidence) => Partial<Evidence>;

const wrongs: [what: string, kind: string, change: Change][] = [
  [
    'a Down of an instance that beats on',
    'false',
    ({ members }) => ({
      members: members.map((member) => ({
        ...member,
        attempts: [...member.attempts, { sentAtMs: 1_012_500, tookMs: 2_000, status: 0, receivedAtMs: null }],
      })),
      silences: [],
    }),
  ],
  ['a Down before its time', 'false', ({ events }) => ({ events: shifted(events, -500) })],
  ['a Down three seconds late', 'late', ({ events }) => ({ events: shifted(events, 3_000) })],
  ['a silence without a Down', 'missed', () => ({ events: [] })],
  [
    'a Down in the middle of a Down',
    'doubled',
    ({ events }) => ({ events: [...events.slice(0, 1), ...events] }),
  ],
  ['an outage without an incident', 'lost', () => ({ incidents: [] })],
  [
    'two incidents of one outage',
    'doubled',
    ({ incidents }) => ({
      incidents: [...incidents, ...incidents.map((one) => ({ ...one, incidentId: 'other' }))],
    }),
  ],
  [
    'an incident that is over too soon',
    'other',
    ({ incidents }) => ({
      incidents: incidents.map((one) => ({ ...one, resolvedAt: one.recoveredAt })),
    }),
  ],
  [
    'a recovery that is not told',
    'lost',
    ({ arrivals }) => ({ arrivals: arrivals.filter(({ kind }) => kind !== 'recovering') }),
  ],
  [
    'a relapse that is not told',
    'lost',
    ({ incidents }) => ({ incidents: incidents.map((one) => ({ ...one, relapses: 1 })) }),
  ],
  [
    'a message that no outage asked for',
    'doubled',
    ({ arrivals }) => ({
      arrivals: [...arrivals, ...arrivals.slice(0, 1).map((one) => ({ ...one, id: 'x', kind: 'flapping' }))],
    }),
  ],
  ['an incident opened twice', 'doubled', ({ events }) => ({ events: [...events, ...events.slice(1, 2)] })],
  ['an incident that nobody is told of', 'lost', ({ arrivals }) => ({ arrivals: arrivals.slice(1) })],
  [
    'a message that is refused and never comes again',
    'lost',
    ({ arrivals }) => ({ arrivals: arrivals.map((arrival) => ({ ...arrival, isTaken: false })) }),
  ],
  [
    'a message told twice',
    'doubled',
    ({ arrivals }) => ({ arrivals: [...arrivals, ...arrivals.slice(0, 1)] }),
  ],
  [
    'a message told twice though nothing was under way',
    'doubled',
    ({ arrivals }) => ({
      arrivals: [...arrivals, ...arrivals.slice(0, 1)],
      allows: { repeats: true },
      interruptions: [1_020_000],
    }),
  ],
  [
    'a message told again with another id',
    'doubled',
    ({ arrivals }) => ({
      arrivals: [...arrivals, ...arrivals.map((arrival) => ({ ...arrival, id: `${arrival.id}-again` }))],
      allows: { repeats: true },
      interruptions: arrivals.map(({ atMs }) => atMs),
    }),
  ],
  [
    'the operator told twice of one impairment',
    'doubled',
    ({ arrivals }) => ({
      arrivals: [
        ...arrivals,
        ...[1, 2].map(() => ({
          ...{ atMs: 1_015_000, channelId: 'operator', id: 'impaired-1', kind: 'impaired', incidentId: 'i' },
          ...{ serviceName: '', isTaken: true, causes: ['blind'] },
        })),
      ],
    }),
  ],
  ['a heartbeat answered 200 that is nowhere', 'unstored', () => ({ stored: new Set() })],
  [
    'a heartbeat that was taken and then forgotten',
    'unstored',
    ({ events }) => ({
      events: events.map(({ committedAtMs, event }) => ({
        committedAtMs,
        event: event.type === 'instance.changed' ? { ...event, silentSinceMs: 1_009_000 } : event,
      })),
    }),
  ],
  [
    'no answer while Redis is away',
    'slow answer',
    ({ members }) => ({
      windows: [{ away: 'redis', fromMs: 999_000, toMs: 1_001_000 }],
      members: members.map((member) => ({
        ...member,
        attempts: member.attempts.map((attempt) => ({ ...attempt, tookMs: 1_200 })),
      })),
    }),
  ],
];

test.each(wrongs)('%s is seen, as %s', (_what, kind, change) => {
  const evidence = evidenceOfOutage();
  expect(kindsOf({ ...evidence, ...change(evidence) })).toContain(kind);
});

test('a message that was under way when its worker was killed may come again', () => {
  const evidence = evidenceOfOutage();
  const { arrivals } = evidence;
  const verdict = judgeCase({
    ...evidence,
    arrivals: [...arrivals, ...arrivals.slice(0, 1)],
    allows: { repeats: true },
    interruptions: [(arrivals[0]?.atMs ?? 0) + 20],
  });
  expect(verdict).toMatchObject({ repeated: 1, mistakes: [] });
});

test('what Redis had not written when it was killed is counted, and only that', () => {
  const evidence = { ...evidenceOfOutage(), stored: new Set<string>() };
  const lastMs = Math.max(
    ...evidence.members.flatMap(({ attempts }) => attempts.map((one) => one.receivedAtMs ?? 0)),
  );
  const killed = (fromMs: number, isKill: boolean) =>
    judgeCase({ ...evidence, windows: [{ away: 'redis', isKill, fromMs, toMs: fromMs + 1 }] });
  const unstored = (fromMs: number, isKill: boolean) =>
    killed(fromMs, isKill).mistakes.filter(({ kind }) => kind === 'unstored').length;
  const { unflushed } = killed(lastMs + 1, true);
  expect(unflushed).toBeGreaterThan(0);
  expect(unstored(lastMs + 1, true)).toBe(unstored(lastMs + 1, false) - unflushed);
  expect(killed(lastMs + 2_000, true).unflushed).toBe(0);
});

test('after a blind time silence is counted anew, and after a time without workers they have two seconds', () => {
  const evidence = evidenceOfOutage();
  const late = { ...evidence, events: shifted(evidence.events, 3_000) };
  const away = (which: 'api' | 'worker', fromMs: number, toMs: number): Evidence => ({
    ...late,
    windows: [{ away: which, fromMs, toMs }],
  });
  expect(kindsOf(away('api', 1_011_000, 1_013_500))).toEqual([]);
  expect(kindsOf(away('worker', 1_013_000, 1_016_000))).toEqual([]);
  expect(kindsOf(away('worker', 1_013_000, 1_014_500))).toContain('late');
});

test('a try that was never answered may have been stored: a Down is missed only if it was due all the same', () => {
  const evidence = evidenceOfOutage();
  const hung = { sentAtMs: 1_010_400, tookMs: 100, status: 0, receivedAtMs: null };
  const unheard = (tries: (typeof hung)[]): Evidence => ({
    ...{ ...evidence, events: [], incidents: [], arrivals: [] },
    members: evidence.members.map((member) => ({ ...member, attempts: [...member.attempts, ...tries] })),
    silences: [{ n: 0, fromMs: 1_010_500, toMs: 1_018_000 }],
    // It begins too late for the silence since the last answer, and not for the silence since the try.
    windows: [{ away: 'api', fromMs: 1_016_200, toMs: 1_017_500 }],
  });
  expect(kindsOf(unheard([]))).toContain('missed');
  expect(kindsOf(unheard([hung]))).not.toContain('missed');
  const withoutWindow = { ...unheard([hung]), windows: [] };
  expect(kindsOf(withoutWindow)).toContain('missed');
});

test('a time in which we could not hear counts as well when it begins within the two seconds after the deadline', () => {
  const evidence = { ...evidenceOfOutage(), events: [], incidents: [], arrivals: [] };
  const unheard = (fromMs: number): Evidence => ({
    ...{ ...evidence, silences: [{ n: 0, fromMs: 1_010_500, toMs: 1_017_500 }] },
    windows: [{ away: 'api', fromMs, toMs: fromMs + 1_000 }],
  });
  expect(kindsOf(unheard(1_015_900))).not.toContain('missed');
  expect(kindsOf(unheard(1_016_100))).toContain('missed');
});
