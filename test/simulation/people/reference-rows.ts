import { expect } from 'vitest';
import type { Incident } from '../../../src/domain/incident.ts';
import type { Notification } from '../../../src/domain/notification.ts';
import type { Simulation } from '../simulation.ts';
import type { SimulationRules } from '../simulation-rules.ts';
import { groupsThatTold, hasArrived, nameOfRow, type PeoplePicture, rowsOf } from './people-picture.ts';

const minuteMs = 60_000;

/** A message stands for itself, or something else stands for it: never both, and never two things. */
export function expectNoSecondTelling(picture: PeoplePicture): void {
  const { rows, arrivedIds, groups } = picture;
  for (const row of rows) {
    if (row.state !== 'suppressed') continue;
    expect(`${arrivedIds.has(row.notificationId)}, ${nameOfRow(row)}`).toBe(`false, ${nameOfRow(row)}`);
    // The end of an outage is never part of the message of a group.
    if (row.kind === 'resolved') expect(row.groupId).toBeUndefined();
    expect(row.groupId === undefined || row.digestId === undefined).toBe(true);
  }
  for (const { group } of groups) {
    for (const { incidentId, isToldAlone, channels } of group.incidents) {
      for (const channelId of isToldAlone ? [] : channels) {
        if (!groupsThatTold(picture, incidentId, channelId).has(group.groupId)) continue;
        const own = rowsOf(picture, incidentId, channelId).filter(
          ({ kind, message }) =>
            kind === 'down' &&
            'flaps' in message &&
            !message.flaps &&
            message.detectedAtMs >= group.startedAtMs &&
            message.detectedAtMs <= (group.endedAtMs ?? Number.POSITIVE_INFINITY),
        );
        expect(own.filter((row) => hasArrived(picture, row)).map(nameOfRow)).toEqual([]);
      }
    }
  }
  for (const digest of rows.filter(({ kind, state }) => kind === 'digest' && state === 'sent'))
    expectWhole(digest, picture);
}

/** A digest stands for each message that says so, and for no other; beside these it says how each outage is at its end. */
function expectWhole({ notificationId, message }: Notification, { rows, incidents }: PeoplePicture): void {
  if (message.kind !== 'digest' || !('lines' in message)) throw new Error('a digest without lines');
  const folded = rows.filter(({ digestId }) => digestId === notificationId);
  const byIncident = Map.groupBy(folded, ({ incidentId }) => incidentId);
  expect(message.more).toEqual([]);
  expect(message.lines.map(({ incidentId }) => incidentId).toSorted()).toEqual(
    [...byIncident.keys()].toSorted(),
  );
  for (const { incidentId, kinds } of message.lines) {
    const told = (byIncident.get(incidentId) ?? []).map(({ kind }) => kind);
    expect(kinds.slice(0, told.length).toSorted()).toEqual(told.toSorted());
    const incident = incidents.find((one) => one.incidentId === incidentId);
    expectEnding(kinds.slice(told.length), incident, message.endedAtMs ?? 0);
    const { resolvedAtMs } = incident ?? { resolvedAtMs: null };
    if (resolvedAtMs !== null && resolvedAtMs <= (message.endedAtMs ?? 0))
      expect(kinds.at(-1)).toBe('resolved');
  }
}

/** What a line says beside the messages that it stands for is one thing at most, and was so. */
function expectEnding(
  [ending, ...more]: readonly Notification['kind'][],
  incident: Incident | undefined,
  atMs: number,
): void {
  expect(more).toEqual([]);
  if (ending === undefined) return;
  const wasSo = {
    acknowledged: incident?.timeline.some((entry) => 'action' in entry && entry.action === 'acknowledged'),
    recovering: incident?.recoveredAtMs != null || (incident?.relapses ?? 0) > 0,
    resolved: incident?.resolvedAtMs != null,
  };
  expect({ ending, atMs, wasSo: ending in wasSo && wasSo[ending as keyof typeof wasSo] }).toMatchObject({
    wasSo: true,
  });
}

/** In no minute more messages than at once, by the minute, and two firsts. */
export function expectStormLimit({ rows }: PeoplePicture, { rules }: Simulation): void {
  for (const [channelId, { burst, perMinute }] of Object.entries(rules.people?.limits ?? {})) {
    const single = rows.filter(
      ({ channelId: to, kind, state }) =>
        to === channelId && !['digest', 'group', 'group-over'].includes(kind) && state === 'sent',
    );
    const times = single.map(({ decidedAtMs }) => decidedAtMs ?? 0).toSorted((a, b) => a - b);
    for (const [at, ms] of times.entries()) {
      const within = times.slice(at).filter((other) => other - ms < minuteMs).length;
      expect(within).toBeLessThanOrEqual(burst + perMinute + 2);
    }
  }
}

/** What was not sent says why, and that is so. */
export function expectReasons(picture: PeoplePicture, rules: SimulationRules): void {
  for (const row of picture.rows) if (row.state === 'suppressed') expectReason(picture, row, rules);
  for (const incident of picture.incidents) {
    expectAnswered(picture, incident);
    expectEscalatedOnce(picture, incident, rules);
    for (const channelId of rules.channelIds) expectEnd(picture, incident, channelId);
  }
}

function expectReason(picture: PeoplePicture, row: Notification, { routed }: SimulationRules): void {
  expect(row.reason ?? '').not.toBe('');
  const { groupId, incidentId, channelId, digestId, kind, message } = row;
  // It is there, and whether it may still wait is asked of itself.
  if (digestId !== undefined)
    return expect(picture.rows.map(({ notificationId }) => notificationId)).toContain(digestId);
  const incident = picture.incidents.find((one) => one.incidentId === incidentId);
  if (groupId !== undefined) {
    if (incident !== undefined && wasBackBeforeNamed(incident, row)) return;
    return expect([nameOfRow(row), ...groupsThatTold(picture, incidentId, channelId)]).toContain(groupId);
  }
  const isOfFlapping = incident?.flapping !== null || ('flaps' in message && message.flaps);
  if (kind !== 'down' || !routed.includes(channelId) || isOfFlapping) return;
  // A Down that is not told was held, and was over or not the latest when that ended.
  if (row.held === undefined) throw new Error(`suppressed for nothing: ${nameOfRow(row)}`);
}

/** The next message of a group is at most a minute later, and a worker that dies may hold it up: who is back by then was never Down in it. */
function wasBackBeforeNamed({ timeline }: Incident, { createdAtMs }: Notification): boolean {
  return timeline.some(
    (entry) => 'from' in entry && entry.from === 'Down' && entry.atMs - createdAtMs <= 2 * minuteMs,
  );
}

/** Nobody is reminded of what somebody works on. */
function expectAnswered({ rows }: PeoplePicture, { incidentId, acknowledged }: Incident): void {
  if (acknowledged === null) return;
  const later = rows.filter(
    (row) =>
      row.incidentId === incidentId &&
      ['reminder', 'escalation'].includes(row.kind) &&
      (row.decidedAtMs ?? 0) > acknowledged.atMs &&
      row.state !== 'suppressed',
  );
  expect(later.map(nameOfRow)).toEqual([]);
}

/** Each step of the escalation reaches its channels once. */
function expectEscalatedOnce(
  { rows }: PeoplePicture,
  { incidentId }: Incident,
  { channelIds, reminding }: SimulationRules,
): void {
  for (const channelId of channelIds) {
    const steps = reminding.escalation.filter(({ channels }) => channels.includes(channelId)).length;
    const mine = rows.filter(
      (row) =>
        row.incidentId === incidentId &&
        row.channelId === channelId &&
        row.kind === 'escalation' &&
        row.state !== 'suppressed',
    );
    expect(mine.length).toBeLessThanOrEqual(steps);
  }
}

/** Who was told of an outage, in whatever way, is told of its end; nobody else is. */
function expectEnd(picture: PeoplePicture, { incidentId }: Incident, channelId: string): void {
  const end = picture.rows.find(
    (row) => row.incidentId === incidentId && row.channelId === channelId && row.kind === 'resolved',
  );
  if (end === undefined || !['sent', 'dead', 'suppressed'].includes(end.state)) return;
  const own = rowsOf(picture, incidentId, channelId).some((row) => hasArrived(picture, row));
  const wasTold = own || groupsThatTold(picture, incidentId, channelId, 'while Down').size > 0;
  expect([nameOfRow(end), hasArrived(picture, end)]).toEqual([nameOfRow(end), wasTold]);
}
