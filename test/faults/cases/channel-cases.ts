import type { FaultCase } from '../fault-case.ts';
import type { Evidence } from '../judge/evidence.ts';

/** Every way in which a receiver can be bad, with how its first message must end. */
const bad = {
  'answers-500': { state: 'sent', attempts: 3 },
  'never-answers': { state: 'sent', attempts: 2 },
  'answers-late': { state: 'sent', attempts: 1 },
  'resets-after-200': { state: 'sent', attempts: 1 },
  resets: { state: 'sent', attempts: 2 },
  'answers-429': { state: 'sent', attempts: 2 },
  'answers-410': { state: 'dead', attempts: 1 },
  'answers-301': { state: 'dead', attempts: 1 },
  'has-no-name': { state: 'pending', attempts: null },
} as const;

/** A message to a receiver that is well is on its way within this time of its incident. */
const promptMs = 2_000;

/** Channels that are slow, broken and gone. */
export const channelCases: FaultCase[] = [
  {
    name: 'T20',
    title: 'nine channels fail in nine ways, and two work',
    isShort: false,
    options: {
      channels: ['hook', 'mail', ...Object.keys(bad).filter((id) => id !== 'has-no-name')],
      moreChannels: [
        `{ id: has-no-name, type: webhook, url: "http://nobody.invalid/", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }`,
      ],
    },
    allows: { failingChannels: ['answers-410', 'answers-301', 'has-no-name'] },
    notJudged: 'an open circuit: no receiver fails five times here; see test/e2e/sick-channels.test.ts',
    async run({ stage, nemesis }) {
      const { sink } = stage;
      sink.script('answers-500', [{ status: 500 }, { status: 500 }]);
      sink.script('never-answers', ['silence']);
      sink.script('answers-late', [{ status: 200, afterMs: 14_000 }]);
      sink.script('resets-after-200', ['reset after 200']);
      sink.script('resets', ['reset']);
      sink.script('answers-429', [{ status: 429, headers: { 'retry-after': '8' } }]);
      sink.script('answers-410', [{ status: 410 }]);
      sink.script('answers-301', [{ status: 301, headers: { location: sink.url('hook') } }]);
      await nemesis.silence([0]);
    },
    check: (evidence) => [...endings(evidence), ...promptness(evidence), ...order(evidence)],
  },
];

function endings({ rows }: Evidence): string[] {
  return Object.entries(bad).flatMap(([channelId, { state, attempts }]) => {
    const row = rows.find((each) => each.channelId === channelId && each.kind === 'down');
    const isRight = row?.state === state && (attempts === null || row.attempts === attempts);
    return isRight ? [] : [`${channelId} ended as ${row?.state} after ${row?.attempts}: ${row?.reason}`];
  });
}

function promptness({ arrivals, incidents }: Evidence): string[] {
  const openedAtMs = Date.parse(incidents[0]?.detectedAt ?? '');
  const waits = arrivals
    .filter(({ channelId, kind }) => kind === 'down' && (channelId === 'hook' || channelId === 'mail'))
    .map(({ atMs }) => atMs - openedAtMs);
  return waits.filter((ms) => !(ms <= promptMs)).map((ms) => `a channel that is well waited ${ms} ms`);
}

/** The end of an outage is told after its beginning. */
function order({ arrivals }: Evidence): string[] {
  return [...Map.groupBy(arrivals, ({ channelId }) => channelId)].flatMap(([channelId, all]) => {
    const told = all.filter(({ isTaken }) => isTaken).map(({ kind }) => kind);
    const wrong = told.includes('resolved') && told.indexOf('resolved') < told.lastIndexOf('down');
    return wrong ? [`${channelId} heard of the end before the beginning`] : [];
  });
}
