import { describe, expect, test } from 'vitest';
import { Examiner, type Snapshot } from '../../../src/simulator/judge/examiner.ts';

const names = new Map([
  ['s1', 'checkout'],
  ['s2', 'search'],
]);

/** What a monitor says: statuses of checkout and search, and incidents by id, service and state. */
function said(
  atMs: number,
  first: string,
  second: string,
  incidents: [string, string, string][] = [],
): Snapshot {
  return {
    atMs,
    services: [
      { serviceId: 's1', serviceName: 'checkout', status: first },
      { serviceId: 's2', serviceName: 'search', status: second },
      { serviceId: 'other', serviceName: 'not ours', status: 'Down' },
    ],
    incidents: incidents.map(([incidentId, serviceId, state]) => ({
      incidentId,
      serviceId,
      serviceName: names.get(serviceId) ?? 'not ours',
      state,
      startedAt: '2026-11-21T12:00:00.000Z',
    })),
  };
}

function examiner(before = said(0, 'Healthy', 'Healthy')): Examiner {
  return new Examiner(names, before);
}

test('the examiner knows until when services that are Healthy again must stay on time, once all are', () => {
  const exam = examiner();
  const quietUntil = '2026-11-21T12:04:00.000Z';
  const back = (first: string): Snapshot => {
    const { incidents, ...rest } = said(9000, first, 'Healthy', [['i1', 's1', 'recovering']]);
    return { ...rest, incidents: incidents.map((one) => ({ ...one, quietUntil })) };
  };
  exam.silenced([['s1', 1000]]);
  exam.observe(said(5000, 'Down', 'Healthy', [['i1', 's1', 'open']]));
  exam.revived(6000);
  exam.observe(back('Recovered'));
  expect(exam.quietUntil).toBeNull();
  exam.observe(back('Healthy'));
  expect(exam.quietUntil).toBe(quietUntil);
});

describe('the examiner', () => {
  test('finds no mistake in a full outage that the monitor told as it was', () => {
    const exam = examiner();
    exam.silenced([['s1', 1000]]);
    expect(exam.awaitingDown).toBe(1);
    expect(exam.observe(said(2000, 'Degraded', 'Healthy'))).toEqual([]);
    expect(exam.observe(said(5000, 'Down', 'Healthy', [['i1', 's1', 'open']]))).toEqual([
      { kind: 'down-seen', serviceName: 'checkout', afterMs: 4000 },
    ]);
    expect(exam.awaitingDown).toBe(0);
    expect(exam.closeDownWait(5000)).toEqual([]);
    exam.revived(6000);
    expect(exam.observe(said(6500, 'Down', 'Healthy', [['i1', 's1', 'open']]))).toEqual([]);
    expect(exam.observe(said(7000, 'Recovered', 'Healthy', [['i1', 's1', 'recovering']]))).toEqual([
      { kind: 'back-seen', serviceName: 'checkout', status: 'Recovered', afterMs: 1000 },
    ]);
    expect(exam.unsettled).toBe(1);
    expect(exam.observe(said(9000, 'Healthy', 'Healthy', [['i1', 's1', 'resolved']]))).toEqual([
      { kind: 'settled', serviceName: 'checkout', afterMs: 3000 },
    ]);
    expect(exam.unsettled).toBe(0);
    expect(exam.mistakes).toEqual([]);
  });

  test('calls a Down without a kill false, once until the service left Down', () => {
    const exam = examiner();
    exam.observe(said(1000, 'Healthy', 'Down', [['i1', 's2', 'open']]));
    exam.observe(said(2000, 'Healthy', 'Down', [['i1', 's2', 'open']]));
    expect(exam.mistakes).toEqual([{ kind: 'false-down', serviceName: 'search', sign: 'status' }]);
    exam.observe(said(3000, 'Healthy', 'Healthy', [['i1', 's2', 'resolved']]));
    exam.observe(said(4000, 'Healthy', 'Down', [['i1', 's2', 'resolved']]));
    expect(exam.mistakes).toHaveLength(2);
  });

  test('calls an incident false that came and went between two looks', () => {
    const exam = examiner();
    exam.observe(said(1000, 'Healthy', 'Healthy', [['i1', 's2', 'resolved']]));
    expect(exam.mistakes).toEqual([{ kind: 'false-down', serviceName: 'search', sign: 'incident' }]);
  });

  test('counts one false Down when the incident is read before the status', () => {
    const exam = examiner();
    exam.observe(said(1000, 'Healthy', 'Healthy', [['i1', 's2', 'open']]));
    exam.observe(said(2000, 'Healthy', 'Down', [['i1', 's2', 'open']]));
    expect(exam.mistakes).toHaveLength(1);
  });

  test('calls a second Down after the recovery false', () => {
    const exam = examiner();
    exam.silenced([['s1', 0]]);
    exam.observe(said(1000, 'Down', 'Healthy', [['i1', 's1', 'open']]));
    exam.revived(2000);
    exam.observe(said(3000, 'Recovered', 'Healthy', [['i1', 's1', 'recovering']]));
    exam.observe(said(4000, 'Down', 'Healthy', [['i1', 's1', 'open']]));
    expect(exam.mistakes).toEqual([{ kind: 'false-down', serviceName: 'checkout', sign: 'status' }]);
  });

  test('names a Down that did not come', () => {
    const exam = examiner();
    exam.silenced([['s1', 1000]]);
    exam.observe(said(9000, 'Degraded', 'Healthy'));
    exam.closeDownWait(9000);
    expect(exam.mistakes).toEqual([{ kind: 'missed-down', serviceName: 'checkout', silentForMs: 8000 }]);
  });

  test('names a Down without an incident', () => {
    const exam = examiner();
    exam.silenced([['s1', 0]]);
    exam.observe(said(1000, 'Down', 'Healthy'));
    exam.closeDownWait(1000);
    expect(exam.mistakes).toEqual([{ kind: 'missing-incident', serviceName: 'checkout' }]);
  });

  test('names a Down that was taken back while all was silent, once', () => {
    const exam = examiner();
    exam.silenced([['s1', 0]]);
    exam.observe(said(1000, 'Down', 'Healthy', [['i1', 's1', 'open']]));
    exam.observe(said(2000, 'Healthy', 'Healthy', [['i1', 's1', 'resolved']]));
    exam.observe(said(3000, 'Healthy', 'Healthy', [['i1', 's1', 'resolved']]));
    expect(exam.mistakes).toEqual([{ kind: 'false-recovery', serviceName: 'checkout', status: 'Healthy' }]);
  });

  test('names an incident that was not resolved although the service is Healthy', () => {
    const exam = examiner();
    exam.silenced([['s1', 0]]);
    exam.observe(said(1000, 'Down', 'Healthy', [['i1', 's1', 'open']]));
    exam.revived(2000);
    exam.observe(said(3000, 'Healthy', 'Healthy', [['i1', 's1', 'open']]));
    exam.closeRecoveryWait();
    expect(exam.mistakes).toEqual([
      { kind: 'missed-recovery', serviceName: 'checkout', status: 'Healthy', incidentState: 'open' },
    ]);
    expect(exam.unsettled).toBe(0);
  });

  test('takes an incident that is watched for over, but not the first of a service', () => {
    const exam = examiner();
    const back = (atMs: number) => {
      const snapshot = said(atMs, 'Healthy', 'Healthy', [['i1', 's1', 'recovering']]);
      const incidents = snapshot.incidents.map((one) => ({ ...one, quietUntil: '2026-11-21T03:00:00.000Z' }));
      exam.observe({ ...snapshot, incidents });
    };
    exam.silenced([['s1', 0]]);
    exam.observe(said(1000, 'Down', 'Healthy', [['i1', 's1', 'open']]));
    exam.revived(2000);
    back(3000);
    expect(exam.unsettled).toBe(1);
    exam.observe(said(4000, 'Healthy', 'Healthy', [['i1', 's1', 'resolved']]));
    expect(exam.unsettled).toBe(0);
    exam.silenced([['s1', 5000]]);
    exam.observe(said(6000, 'Down', 'Healthy', [['i1', 's1', 'open']]));
    exam.revived(7000);
    back(8000);
    expect(exam.unsettled).toBe(0);
    expect(exam.mistakes).toEqual([]);
  });

  test('takes a relapse of an incident of an earlier run for the outage that caused it', () => {
    const exam = examiner(said(0, 'Healthy', 'Healthy', [['i0', 's1', 'recovering']]));
    exam.silenced([['s1', 1000]]);
    exam.observe(said(2000, 'Degraded', 'Healthy', [['i0', 's1', 'recovering']]));
    exam.observe(said(5000, 'Down', 'Healthy', [['i0', 's1', 'open']]));
    exam.closeDownWait(5000);
    expect(exam.mistakes).toEqual([]);
  });

  test('does not hold against the monitor what was there before the run', () => {
    const exam = examiner(said(0, 'Down', 'Healthy', [['i0', 's1', 'open']]));
    exam.observe(said(1000, 'Down', 'Healthy', [['i0', 's1', 'open']]));
    expect(exam.mistakes).toEqual([]);
    expect([...exam.incidents]).toEqual([]);
    expect(exam.countByStatus()).toEqual(
      new Map([
        ['Down', 1],
        ['Healthy', 1],
      ]),
    );
  });

  test('takes a relapse of an incident of this run for the outage that caused it', () => {
    const exam = examiner();
    exam.silenced([['s1', 0]]);
    exam.observe(said(1000, 'Down', 'Healthy', [['i1', 's1', 'open']]));
    exam.revived(2000);
    exam.observe(said(3000, 'Healthy', 'Healthy', [['i1', 's1', 'resolved']]));
    exam.silenced([['s1', 4000]]);
    exam.observe(said(5000, 'Down', 'Healthy', [['i1', 's1', 'open']]));
    exam.closeDownWait(5000);
    expect(exam.mistakes).toEqual([]);
  });
});
