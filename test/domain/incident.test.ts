import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advanceIncident,
  type Incident,
  type IncidentEventKind,
  openIncident,
  outageMs,
  type StatusEntry,
} from '../../src/domain/incident.ts';
import { rollUpStatus, type ServiceStep } from '../../src/domain/roll-up-status.ts';
import type { ServiceStatus } from '../../src/domain/status.ts';
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

const opened = openIncident(outage, 'Degraded', { to: 'Down', atMs: 120_900 });

const statusesOf = ({ timeline }: Incident) => timeline as StatusEntry[];

/** The incident after a walk of its service, and the events on the way. */
function walk(steps: [ServiceStatus, number][]): { incident: Incident; kinds: IncidentEventKind[] } {
  const kinds: IncidentEventKind[] = [];
  let incident = opened;
  for (const [to, atMs] of steps) {
    const from = statusesOf(incident).at(-1)?.to ?? 'Down';
    const next = advanceIncident(incident, from, { to, atMs });
    incident = next.incident;
    kinds.push(next.kind);
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
      acknowledged: null,
      timeline: [{ atMs: 120_900, from: 'Degraded', to: 'Down' }],
    });
  });

  test('also shows the step that led into the outage', () => {
    const before = { atMs: 37_000, from: 'Healthy', to: 'Degraded' } as const;
    const incident = openIncident({ ...outage, before }, 'Degraded', { to: 'Down', atMs: 120_900 });
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
      'is resolved when its service leaves Recovered for Healthy',
      [
        ['Recovered', 200_000],
        ['Healthy', 260_000],
      ],
      { state: 'resolved', recoveredAtMs: 200_000, resolvedAtMs: 260_000, relapses: 0 },
      ['recovering', 'resolved'],
    ],
    [
      'is resolved when its service leaves Recovered for Degraded',
      [
        ['Recovered', 200_000],
        ['Degraded', 260_000],
      ],
      { state: 'resolved', recoveredAtMs: 200_000, resolvedAtMs: 260_000 },
      ['recovering', 'resolved'],
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
      'counts every relapse and ends with the last recovery',
      [
        ['Recovered', 200_000],
        ['Down', 230_000],
        ['Recovered', 300_000],
        ['Down', 330_000],
        ['Recovered', 400_000],
        ['Healthy', 460_000],
      ],
      { state: 'resolved', recoveredAtMs: 400_000, resolvedAtMs: 460_000, relapses: 2, startedAtMs: 1_000 },
      ['recovering', 'relapsed', 'recovering', 'relapsed', 'recovering', 'resolved'],
    ],
    [
      'is resolved when the last of its instances says goodbye, which is also the end of the outage',
      [['Stopped', 200_000]],
      { state: 'resolved', recoveredAtMs: 200_000, resolvedAtMs: 200_000 },
      ['resolved'],
    ],
    [
      'keeps its recovery when the instance that recovered says goodbye',
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
    const { incident } = advanceIncident(frozen as Incident, 'Down', { to: 'Recovered', atMs: 200_000 });
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
            incidents[incidents.length - 1] = advanceIncident(current, from, step).incident;
          } else if (step.to === 'Down') {
            incidents.push(
              openIncident({ ...outage, startedAtMs: step.atMs, detectedAtMs: nowMs }, from, step),
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
          const expected = { Down: 'open', Recovered: 'recovering' }[state.status as string];
          expect(open.map((incident) => incident.state)).toEqual(expected ? [expected] : []);
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
