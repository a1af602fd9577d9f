import { expect } from 'vitest';
import type { KeptGroup } from '../../../src/domain/failure-domains/kept-group.ts';
import type { Incident } from '../../../src/domain/incident.ts';
import type { Notification } from '../../../src/domain/notification.ts';
import type { Simulation } from '../simulation.ts';
import { nameOfRow, type PeoplePicture } from './people-picture.ts';

const minuteMs = 60_000;

const saysAgain = ({ kind }: Pick<Notification, 'kind'>) => kind === 'reminder' || kind === 'escalation';
const saysDown = ({ kind }: Pick<Notification, 'kind'>) => kind === 'down' || kind === 'flapping';
const wasSent = ({ state }: Pick<Notification, 'state'>) => state === 'sent';

/** What is said again while nobody acknowledges: not before it was told, not twice at once, with true times, and to nobody who knows. */
export function expectReminding(picture: PeoplePicture, simulation: Simulation): void {
  for (const incident of picture.incidents) {
    const rows = picture.rows.filter(({ incidentId }) => incidentId === incident.incidentId);
    expectToldFirst(picture, incident, rows);
    expectOneAtOnce(rows, simulation);
    expectUnanswered(incident, rows, simulation);
  }
  expectTrueTimes(picture);
  for (const kept of picture.groups) expectGroupReminds(picture, kept);
}

/** While the message of an outage waits, for maintenance or for what its service needs, nothing follows it anywhere. */
function expectToldFirst(
  { arrived }: PeoplePicture,
  { incidentId, flapping }: Incident,
  rows: readonly Notification[],
): void {
  if (flapping !== null) return;
  // In a digest nobody knows when; what is tried and fails was told as far as we can.
  const toldAtMs = rows
    .filter((row) => saysDown(row) && (row.decidedAtMs !== undefined || row.digestId !== undefined))
    .map(({ decidedAtMs = Number.NEGATIVE_INFINITY }) => decidedAtMs);
  const isNamed = arrived.some(
    ({ message }) => 'services' in message && message.services.some((one) => one.incidentId === incidentId),
  );
  const firstAtMs = isNamed ? Number.NEGATIVE_INFINITY : Math.min(...toldAtMs);
  const early = rows.filter(
    (row) => saysAgain(row) && wasSent(row) && (row.decidedAtMs ?? Number.POSITIVE_INFINITY) < firstAtMs,
  );
  expect(early.map(nameOfRow)).toEqual([]);
}

/** No channel hears the same in one second; a reminder says nothing shortly after anything else either. */
function expectOneAtOnce(rows: readonly Notification[], { rules }: Simulation): void {
  const { downAfterMs } = rules.timing;
  for (const channelId of rules.channelIds) {
    const told = rows
      .filter((row) => row.channelId === channelId && wasSent(row) && (saysAgain(row) || saysDown(row)))
      .toSorted((a, b) => (a.sentAtMs ?? 0) - (b.sentAtMs ?? 0));
    for (const [at, row] of told.entries()) {
      const before = told[at - 1];
      if (before === undefined || !saysAgain(row)) continue;
      const leastMs = Math.min(row.kind === 'reminder' ? 30_000 : 1_000, downAfterMs / 4);
      const apartMs = (row.sentAtMs ?? 0) - (before.sentAtMs ?? 0);
      if (apartMs < leastMs)
        throw new Error(`${apartMs} ms apart: ${nameOfRow(before)}, and ${nameOfRow(row)}`);
    }
  }
}

/** What was acknowledged is not said again, also by a message that was tried before that and failed. */
function expectUnanswered(
  { acknowledged }: Incident,
  rows: readonly Notification[],
  { doublesAllowed }: Simulation,
): void {
  // Whoever takes over from a worker that died does not know what arrived.
  if (acknowledged === null || doublesAllowed > 0) return;
  const late = rows.filter(
    (row) => saysAgain(row) && wasSent(row) && (row.sentAtMs ?? 0) > acknowledged.atMs + minuteMs / 4,
  );
  expect(late.map(nameOfRow)).toEqual([]);
}

/** How long nobody has acknowledged it is counted up to when it was decided, however long the message waited. */
function expectTrueTimes({ arrived, rows, incidents }: PeoplePicture): void {
  for (const { notificationId, message } of arrived) {
    if (!('unacknowledgedMs' in message) || message.unacknowledgedMs === undefined) continue;
    const decidedAtMs = rows.find((row) => row.notificationId === notificationId)?.decidedAtMs;
    const incident = incidents.find(({ incidentId }) => incidentId === message.incidentId);
    if (decidedAtMs === undefined || incident === undefined) continue;
    expect(message.unacknowledgedMs).toBe(Math.max(0, decidedAtMs - incident.detectedAtMs));
  }
}

/** A group reminds for its incidents: seldom, each time later, and only of what nobody works on. */
function expectGroupReminds({ rows, incidents, arrived }: PeoplePicture, { group }: KeptGroup): void {
  const said = rows.filter(
    ({ incidentId, message }) =>
      incidentId === group.groupId && 'stage' in message && message.stage === 'reminder',
  );
  const times = [...new Set(said.map(({ createdAtMs }) => createdAtMs))].toSorted((a, b) => a - b);
  for (const [at, ms] of times.entries())
    expect(ms - (times[at - 1] ?? group.detectedAtMs)).toBeGreaterThanOrEqual(30 * minuteMs * 2 ** at);
  const openAt = (atMs: number) =>
    incidents.filter(
      ({ incidentId, acknowledged, detectedAtMs }) =>
        group.incidents.some((one) => one.incidentId === incidentId) &&
        detectedAtMs <= atMs &&
        // It is looked at every few seconds who acknowledged.
        (acknowledged === null || acknowledged.atMs > atMs - 10_000),
    );
  for (const ms of times) expect(openAt(ms)).not.toEqual([]);
  for (const { incidentId, isToldAlone, channels } of group.incidents) {
    if (isToldAlone) continue;
    const named = arrived.filter(
      ({ message }) => 'services' in message && message.services.some((one) => one.incidentId === incidentId),
    );
    const own = rows.filter(
      (row) =>
        row.incidentId === incidentId &&
        row.kind === 'reminder' &&
        wasSent(row) &&
        channels.includes(row.channelId) &&
        named.some(({ channelId }) => channelId === row.channelId) &&
        (row.createdAtMs ?? 0) > group.detectedAtMs + 2 * minuteMs &&
        (row.decidedAtMs ?? 0) < (group.endedAtMs ?? Number.POSITIVE_INFINITY),
    );
    expect(own.map(nameOfRow)).toEqual([]);
  }
}
