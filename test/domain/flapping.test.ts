import { describe, expect, test } from 'vitest';
import { advanceIncident, type Course, type Incident, openIncident } from '../../src/domain/incident.ts';
import { nextTurn, takeTurn } from '../../src/domain/incident-turn.ts';
import { rulesOf } from './service-inputs.ts';

const minute = 60_000;
const outage = {
  ...{ incidentId: 'i1', serviceId: 's1', serviceName: 'orders', environment: 'production' },
  ...{ startedAtMs: 1_000, detectedAtMs: 121_000, before: null },
};
const down = { to: 'Down', atMs: 120_900 } as const;
const course: Course = { outages: 1, lastHeardAtMs: 1_000, gaps: [] };

const relapse = (incident: Incident, atMs: number, outages: number, lastHeardAtMs = atMs - 120_000) =>
  advanceIncident(incident, 'Degraded', { to: 'Down', atMs }, { outages, lastHeardAtMs, gaps: [] });
const recover = (incident: Incident, atMs: number) =>
  advanceIncident(incident, 'Down', { to: 'Recovered', atMs }, course).incident;

const opened = openIncident(outage, 'Degraded', down, course);
const second = relapse(recover(opened, 200_000), 400_000, 2).incident;
/** It flaps from here on, and is Down. */
const third = relapse(recover(second, 500_000), 700_000, 3).incident;

const turnOf = (incident: Incident, quietSinceMs: number | null = null) =>
  nextTurn(incident, { count: 3, quietSinceMs }, rulesOf(1), []);

describe('a service that flaps', () => {
  test('begins with the third outage that is remembered, be it of the incident or of those before', () => {
    expect(second.flapping).toBeNull();
    expect(second.told).toMatchObject({ outage: true, last: 'down 1' });
    expect(third.flapping).toMatchObject({ sinceMs: 700_000 });
    expect(third.told).toMatchObject({ outage: true, last: 'flapping 2' });
    const again = openIncident(outage, 'Degraded', down, { ...course, outages: 3 });
    expect(again).toMatchObject({ flapping: { sinceMs: 120_900 }, told: { outage: true, last: 'flapping' } });
  });

  test('is not told of one by one from then on, unless it was silent for long already', () => {
    const fourth = relapse(recover(third, 800_000), 1_000_000, 4).incident;
    expect(fourth).toMatchObject({ flapping: { sinceMs: 700_000, hour: { downs: 1 } } });
    expect(fourth.told).toEqual({
      outage: false,
      longSilence: false,
      last: 'flapping 2',
      recovery: 'recovering 2',
    });
    const long = relapse(recover(third, 800_000), 1_000_000, 4, 100_000).incident;
    expect(long.told).toEqual({ outage: true, longSilence: true, last: 'down 3', recovery: null });
    const almost = relapse(recover(third, 800_000), 1_000_000, 4, 100_001).incident;
    expect(almost.told.outage).toBe(false);
  });

  test('goes on when fewer outages are remembered in the middle of the incident', () => {
    expect(relapse(recover(third, 800_000), 1_000_000, 2).incident.told.outage).toBe(false);
  });

  test('tells of a recovery only where the outage was told', () => {
    expect(recover(third, 800_000).told.recovery).toBe('recovering 2');
    const fourth = relapse(recover(third, 800_000), 1_000_000, 4).incident;
    expect(recover(fourth, 1_100_000).told).toEqual(fourth.told);
  });

  test('counts silence without what we could not hear', () => {
    const gaps = [{ fromMs: 100_000, toMs: 150_000 }];
    const { incident } = advanceIncident(
      opened,
      'Down',
      { to: 'Recovered', atMs: 200_000 },
      { ...course, gaps },
    );
    expect(incident).toMatchObject({ silentMs: 149_000, silentSinceMs: null });
  });

  test('keeps a timeline of bounded length, with the way into the outage', () => {
    let incident = opened;
    for (let n = 1; n < 200; n++)
      incident = relapse(recover(incident, n * 1_000_000), n * 1_000_000 + 500_000, 6).incident;
    expect(incident.timeline).toHaveLength(200);
    expect(incident.timeline[0]).toEqual(opened.timeline[0]);
    expect(incident.timeline.at(-1)).toMatchObject({ atMs: 199_500_000 });
    expect(incident.relapses).toBe(199);
  });
});

describe('while it flaps', () => {
  const fourth = relapse(recover(third, 800_000), 1_000_000, 4).incident;
  const hourEndMs = 700_000 + 60 * minute;

  test('a silence of fifteen minutes in a row is a page, once', () => {
    expect(turnOf(third)).toEqual({ kind: 'silent', atMs: 580_000 + 15 * minute });
    const { incident } = takeTurn(third, { kind: 'silent', atMs: 580_000 + 15 * minute }, []);
    expect(incident.told).toEqual({ outage: true, longSilence: true, last: 'silence 2', recovery: null });
    expect(turnOf(incident)).toBeNull();
    expect(recover(incident, 2_000_000).told.recovery).toBe('recovering 2');
  });

  test('time in which we could not hear is no silence', () => {
    const gaps = [{ fromMs: 700_000, toMs: 760_000 }];
    const turn = nextTurn(third, { count: 3, quietSinceMs: null }, rulesOf(1), gaps);
    expect(turn?.atMs).toBe(580_000 + 16 * minute);
  });

  test('nobody is paged for a long silence of a service that does not flap', () => {
    expect(turnOf(second)).toBeNull();
  });

  test('the hour is summed up when it is over, with the silence that lies in it', () => {
    const heard = recover(fourth, 1_300_000);
    expect(turnOf(heard)).toEqual({ kind: 'summed-up', atMs: hourEndMs });
    const sum = takeTurn(heard, { kind: 'summed-up', atMs: hourEndMs }, []);
    // The outage with which it began counts from then on: 700 s to 800 s, and 880 s to 1,300 s.
    expect(sum.hour).toEqual({ fromMs: 700_000, downs: 1, silentMs: 520_000 });
    expect(sum.incident.told.last).toBe(`summary ${hourEndMs}`);
    expect(sum.incident.flapping).toEqual({
      ...{ sinceMs: 700_000, hour: { fromMs: hourEndMs, downs: 0, silentMs: 0 } },
    });
  });

  test('a silence that goes on is split between the hours', () => {
    const later = relapse(recover(fourth, 1_300_000), hourEndMs - minute, 5).incident;
    const sum = takeTurn(later, { kind: 'summed-up', atMs: hourEndMs }, []);
    expect(sum.hour?.silentMs).toBe(520_000 + 3 * minute);
    const after = recover(sum.incident, hourEndMs + 2 * minute);
    expect(after.flapping?.hour).toEqual({ fromMs: hourEndMs, downs: 0, silentMs: 2 * minute });
  });

  test('an hour in which it was not Down again is not summed up, and the next one is', () => {
    const heard = recover(third, 800_000);
    expect(turnOf(heard)).toBeNull();
    const later = relapse(heard, hourEndMs + 30 * minute, 4).incident;
    expect(later.flapping?.hour).toEqual({ fromMs: hourEndMs, downs: 1, silentMs: 0 });
    const exactly = relapse(heard, hourEndMs, 4).incident;
    expect(exactly.flapping?.hour.fromMs).toBe(hourEndMs);
  });

  test('the end comes with the quiet time, whatever else is due later', () => {
    const heard = recover(fourth, 1_300_000);
    const turn = nextTurn(heard, { count: 1, quietSinceMs: 1_300_000 }, rulesOf(1), []);
    expect(turn).toEqual({ kind: 'resolved', atMs: 1_420_000 });
    const { incident } = takeTurn(
      { ...heard, quietUntilMs: 1_420_000 },
      { kind: 'resolved', atMs: 1_420_000 },
      [],
    );
    expect(incident).toMatchObject({ state: 'resolved', resolvedAtMs: 1_420_000, quietUntilMs: null });
    // A service that is Down has no quiet time, whatever is remembered.
    expect(nextTurn(second, { count: 1, quietSinceMs: 1_300_000 }, rulesOf(1), [])).toBeNull();
  });
});
