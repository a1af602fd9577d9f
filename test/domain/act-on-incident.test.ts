import { describe, expect, test } from 'vitest';
import { actOnIncident, type IncidentAct } from '../../src/domain/act-on-incident.ts';
import { advanceIncident, type Incident, openIncident, resolvedAt } from '../../src/domain/incident.ts';
import type { TimelineEntry } from '../../src/domain/timeline.ts';

const course = { outages: 1, lastHeardAtMs: 1_000, gaps: [] };
const names = { serviceId: 's1', serviceName: 'orders', environment: 'production' };
const open = openIncident(
  { incidentId: 'i1', ...names, startedAtMs: 1_000, detectedAtMs: 121_000, before: null },
  'Degraded',
  { to: 'Down', atMs: 120_900 },
  course,
);
const recovering = advanceIncident(open, 'Down', { to: 'Recovered', atMs: 130_000 }, course).incident;
const resolved = resolvedAt(recovering, 190_000);

const ada = (kind: Exclude<IncidentAct['kind'], 'retract'>, note: string | null = null): IncidentAct => ({
  kind,
  by: 'Ada',
  note,
});

function after(incident: Incident, act: IncidentAct, atMs = 200_000): Incident {
  const outcome = actOnIncident(incident, act, atMs);
  if (outcome.kind === 'refused') throw new Error(outcome.reason);
  return outcome.incident;
}

describe('a person', () => {
  test('acknowledges an incident that goes on: a mark and an entry, and no change of state', () => {
    for (const incident of [open, recovering]) {
      expect(after(incident, ada('acknowledge', 'on it'))).toEqual({
        ...incident,
        acknowledged: { by: 'Ada', atMs: 200_000, note: 'on it' },
        timeline: [...incident.timeline, { atMs: 200_000, action: 'acknowledged', by: 'Ada', note: 'on it' }],
      });
    }
  });

  test('who repeats an acknowledgement changes nothing; another person takes over', () => {
    const once = after(open, ada('acknowledge'));
    expect(actOnIncident(once, ada('acknowledge'), 300_000)).toEqual({ kind: 'unchanged', incident: once });
    const twice = after(once, { kind: 'acknowledge', by: 'Grace', note: null }, 300_000);
    expect(twice.acknowledged).toEqual({ by: 'Grace', atMs: 300_000, note: null });
    expect(twice.timeline).toHaveLength(open.timeline.length + 2);
  });

  test('resolves an incident though its service is still Down, and says no length that nobody knows', () => {
    const outcome = actOnIncident(open, ada('resolve'), 200_000);
    expect(outcome).toMatchObject({ kind: 'changed', event: 'resolved' });
    expect(after(open, ada('resolve'))).toMatchObject({
      state: 'resolved',
      resolvedAtMs: 200_000,
      recoveredAtMs: null,
    });
  });

  test('notes something on any incident, and does nothing else to one that is over', () => {
    expect(after(resolved, ada('note', 'it was the disk'))).toEqual({
      ...resolved,
      timeline: [
        ...resolved.timeline,
        { atMs: 200_000, action: 'noted', by: 'Ada', note: 'it was the disk' },
      ],
    });
    for (const kind of ['acknowledge', 'resolve'] as const) {
      expect(actOnIncident(resolved, ada(kind), 200_000)).toMatchObject({ kind: 'refused' });
    }
  });

  test('takes back a public note, which stays for operators with who did it, and no other note', () => {
    const inside = after(resolved, ada('note', 'internal'), 200_000);
    const noted = after(inside, { kind: 'note', by: 'Ada', note: 'db-7 is down', isPublic: true }, 201_000);
    const retract = (notedAtMs: number): IncidentAct => ({
      kind: 'retract',
      by: 'Grace',
      note: null,
      notedAtMs,
    });
    const taken = after(noted, retract(201_000), 300_000);
    expect(taken).toEqual({
      ...inside,
      timeline: [
        ...inside.timeline,
        {
          ...{ atMs: 201_000, action: 'noted', by: 'Ada', note: 'db-7 is down' },
          retracted: { by: 'Grace', atMs: 300_000 },
        },
      ],
    });
    expect(actOnIncident(taken, retract(201_000), 400_000)).toEqual({ kind: 'unchanged', incident: taken });
    for (const atMs of [200_000, 201_001])
      expect(actOnIncident(noted, retract(atMs), 400_000)).toMatchObject({ kind: 'refused' });
    const beside = after(noted, ada('note', 'in the same millisecond'), 201_000);
    expect(after(beside, retract(201_000), 300_000).timeline.at(-1)).toEqual(beside.timeline.at(-1));
    // An incident that takes no more entries gives one back.
    const full = {
      ...noted,
      timeline: Array.from({ length: 200 }, () => noted.timeline.at(-1) as TimelineEntry),
    };
    expect(actOnIncident(full, retract(201_000), 400_000)).toMatchObject({ kind: 'changed' });
  });

  test('writes no novel: after 200 entries the incident takes no more', () => {
    let incident = resolved;
    for (let i = 0; i < 200; i++) incident = after(incident, ada('note', `${i}`));
    expect(actOnIncident(incident, ada('note', 'more'), 1)).toMatchObject({ kind: 'refused' });
  });
});
