import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advanceIncident,
  type Course,
  type Incident,
  type IncidentEventKind,
  openIncident,
  outageMs,
  resolvedAt,
} from '../../src/domain/incident.ts';
import { rollUpStatus, type ServiceStep } from '../../src/domain/roll-up-status.ts';
import type { ServiceStatus } from '../../src/domain/status.ts';
import type { StatusEntry } from '../../src/domain/timeline.ts';
import { statusCounts } from './arbitraries.ts';
import { afterRollUp, rulesOf, service } from './service-inputs.ts';

const outage = {
  incidentId: 'i1',
  serviceId: 's1',
  serviceName: 'orders',
  environment: 'production',
  startedAtMs: 1_000,
  detectedAtMs: 121_000,
  before: null,
};

const down = { to: 'Down', atMs: 120_900 } as const;

/** The first outage that is remembered, and nothing that we could not hear. */
const course: Course = { outages: 1, lastHeardAtMs: 1_000, gaps: [] };

const opened = openIncident(outage, 'Degraded', down, course);

const statusesOf = ({ timeline }: Incident) => timeline as StatusEntry[];

/** The incident after a walk of its service, and the events on the way. */
function walk(steps: [ServiceStatus, number][]): { incident: Incident; kinds: IncidentEventKind[] } {
  const kinds: IncidentEventKind[] = [];
  let incident = opened;
  let lastHeardAtMs = 1_000;
  for (const [to, atMs] of steps) {
    const from = statusesOf(incident).at(-1)?.to ?? 'Down';
    const next = advanceIncident(incident, from, { to, atMs }, { ...course, lastHeardAtMs });
    incident = next.incident;
    lastHeardAtMs = atMs;
    if (next.kind !== null) kinds.push(next.kind);
  }
  return { incident, kinds };
}

describe('an incident', () => {
  test('opens with the service, its last heartbeat, the commit and the step to Down', () => {
    const { before: _before, ...known } = outage;
    expect(opened).toEqual({
      ...known,
      state: 'open',
      recoveredAtMs: null,
      resolvedAtMs: null,
      relapses: 0,
      silentSinceMs: 1_000,
      silentMs: 0,
      quietUntilMs: null,
      flapping: null,
      told: { outage: true, longSilence: false, last: 'down', recovery: null },
      acknowledged: null,
      timeline: [{ atMs: 120_900, from: 'Degraded', to: 'Down' }],
    });
  });

  test('also shows the step that led into the outage', () => {
    const before = { atMs: 37_000, from: 'Healthy', to: 'Degraded' } as const;
    const incident = openIncident({ ...outage, before }, 'Degraded', down, course);
    expect(incident.timeline).toEqual([before, { atMs: 120_900, from: 'Degraded', to: 'Down' }]);
    expect(incident).not.toHaveProperty('before');
  });

  test.each<[string, [ServiceStatus, number][], Partial<Incident>, IncidentEventKind[]]>([
    [
      'is recovering while its service is Recovered',
      [['Recovered', 200_000]],
      { state: 'recovering', recoveredAtMs: 200_000, resolvedAtMs: null, relapses: 0 },
      ['recovering'],
    ],
    [
      'is not resolved when its service leaves Recovered: that takes longer',
      [
        ['Recovered', 200_000],
        ['Healthy', 260_000],
        ['Degraded', 270_000],
        ['Pending', 280_000],
      ],
      { state: 'recovering', recoveredAtMs: 200_000, resolvedAtMs: null, relapses: 0 },
      ['recovering'],
    ],
    [
      'goes back to open when its service is Down again',
      [
        ['Recovered', 200_000],
        ['Down', 230_000],
      ],
      { state: 'open', recoveredAtMs: null, resolvedAtMs: null, relapses: 1 },
      ['recovering', 'relapsed'],
    ],
    [
      'counts every relapse and the silence of each',
      [
        ['Recovered', 200_000],
        ['Down', 230_000],
        ['Recovered', 300_000],
        ['Down', 330_000],
        ['Recovered', 400_000],
      ],
      { state: 'recovering', recoveredAtMs: 400_000, relapses: 2, startedAtMs: 1_000, silentMs: 399_000 },
      ['recovering', 'relapsed', 'recovering', 'relapsed', 'recovering'],
    ],
    [
      'is resolved when the last of its instances deregisters, which is also the end of the outage',
      [['Stopped', 200_000]],
      { state: 'resolved', recoveredAtMs: 200_000, resolvedAtMs: 200_000 },
      ['resolved'],
    ],
    [
      'keeps its recovery when the instance that recovered deregisters',
      [
        ['Recovered', 200_000],
        ['Stopped', 210_000],
      ],
      { state: 'resolved', recoveredAtMs: 200_000, resolvedAtMs: 210_000 },
      ['recovering', 'resolved'],
    ],
  ])('%s', (_title, steps, expected, kinds) => {
    const walked = walk(steps);
    expect(walked.incident).toMatchObject(expected);
    expect(walked.kinds).toEqual(kinds);
  });

  test('keeps its identity and its acknowledgement, and the one before stays as it was', () => {
    const acknowledged = { by: 'ann', atMs: 130_000, note: null };
    const frozen = Object.freeze({ ...opened, acknowledged, timeline: Object.freeze([...opened.timeline]) });
    const { incident } = advanceIncident(
      frozen as Incident,
      'Down',
      { to: 'Recovered', atMs: 200_000 },
      course,
    );
    expect(incident).toMatchObject({
      incidentId: 'i1',
      acknowledged,
      startedAtMs: 1_000,
      detectedAtMs: 121_000,
    });
    expect(incident.timeline).toHaveLength(2);
  });
});

describe('outageMs', () => {
  test.each<[string, [ServiceStatus, number][], number | null]>([
    ['is unknown while the service is Down', [], null],
    ['is the time from the last heartbeat before to the first after', [['Recovered', 200_000]], 199_000],
    [
      'is unknown again after a relapse',
      [
        ['Recovered', 200_000],
        ['Down', 230_000],
      ],
      null,
    ],
    [
      'does not grow while the service proves itself',
      [
        ['Recovered', 200_000],
        ['Healthy', 260_000],
      ],
      199_000,
    ],
  ])('%s', (_title, steps, ms) => {
    expect(outageMs(walk(steps).incident)).toBe(ms);
  });
});

describe('the incidents of a service that does anything', () => {
  test('never overlap, tell one unbroken story each and are open exactly while it is Down', () => {
    const life = fc.array(fc.tuple(statusCounts, fc.integer({ min: 1, max: 90_000 })), { maxLength: 20 });
    fc.assert(
      fc.property(life, (moves) => {
        const incidents: Incident[] = [];
        let state = service('Pending', {});
        let nowMs = 0;
        const follow = (from: ServiceStatus, step: ServiceStep) => {
          const current = incidents.at(-1);
          if (current && current.state !== 'resolved') {
            incidents[incidents.length - 1] = advanceIncident(current, from, step, course).incident;
          } else if (step.to === 'Down') {
            incidents.push(
              openIncident({ ...outage, startedAtMs: step.atMs, detectedAtMs: nowMs }, from, step, {
                ...course,
                lastHeardAtMs: step.atMs,
              }),
            );
          }
        };
        for (const [counts, laterMs] of moves) {
          nowMs += laterMs;
          const before = { ...state, counts };
          const rolled = rollUpStatus(before, rulesOf(1), [], nowMs);
          if (rolled.step) follow(before.status, rolled.step);
          state = afterRollUp(before, rolled);
          const open = incidents.filter((incident) => incident.state !== 'resolved');
          expect(open.length).toBeLessThanOrEqual(1);
          expect(open[0]?.state === 'open').toBe(state.status === 'Down');
          if (state.status === 'Recovered') expect(open[0]?.state).toBe('recovering');
          // The end that time alone makes.
          if (open[0]?.state === 'recovering' && state.status !== 'Recovered' && nowMs % 3 === 0)
            incidents[incidents.length - 1] = resolvedAt(open[0], nowMs);
        }
        for (const incident of incidents) {
          const { state: end, relapses, recoveredAtMs, startedAtMs } = incident;
          const timeline = statusesOf(incident);
          timeline.slice(1).forEach((entry, n) => {
            expect(entry.from).toBe(timeline[n]?.to);
            expect(entry.atMs).toBeGreaterThanOrEqual(timeline[n]?.atMs ?? Number.NaN);
          });
          expect(timeline.filter((entry) => entry.to === 'Down')).toHaveLength(relapses + 1);
          if (end === 'resolved') expect(recoveredAtMs).toBeGreaterThanOrEqual(startedAtMs);
        }
      }),
      { numRuns: 150 },
    );
  });
});
