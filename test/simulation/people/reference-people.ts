import { expect } from 'vitest';
import type { Incident } from '../../../src/domain/incident.ts';
import type { Notification } from '../../../src/domain/notification.ts';
import type { Simulation } from '../simulation.ts';
import type { Step } from '../steps.ts';
import { excuseOf } from './excuses.ts';
import {
  groupsThatTold,
  hasArrived,
  nameOfRow,
  type PeoplePicture,
  pictureOfPeople,
  rowsOf,
} from './people-picture.ts';
import { expectReminding } from './reference-reminding.ts';
import { expectNoSecondTelling, expectReasons, expectStormLimit } from './reference-rows.ts';

/** After these nobody can say for how long an outage was untold: time passed in them in which much happened. */
const breaks: Step['do'][] = [
  ...(['flap', 'race', 'deploy', 'api in step', 'jump', 'lose writes', 'workers', 'api'] as const),
  ...(['slow queue', 'lose job', 'delay job', 'swap jobs', 'double job', 'api slow', 'crash'] as const),
];

/**
 * How late a message is at most that nothing speaks against: another look at what is held, 10 s; the rest of a worker
 * that died, 25 s; a digest, 60 s after the one before; the looks at groups and the sweeps; and the next look of ours.
 */
const longestMs = 120_000;

/** The rules of who is told what, as the issue and the documents have them; it knows nothing of how that comes about. */
export function createReferencePeople(simulation: Simulation) {
  /** Since when an incident is untold to a channel though nothing speaks against it. */
  let untoldSinceMs = new Map<string, number>();
  /** Since when at least nine tenths of a group are back. */
  const mostlyBackMs = new Map<string, number>();

  function expectAlways(picture: PeoplePicture): void {
    const { doublesAllowed, losses } = simulation;
    expect(picture.arrived.length - picture.arrivedIds.size).toBeLessThanOrEqual(doublesAllowed);
    if (losses > 0) return;
    expectNoSecondTelling(picture);
    expectReminding(picture, simulation);
    expectStormLimit(picture, simulation);
  }

  function expectTold(picture: PeoplePicture, isEnd: boolean): void {
    const { elapsedMs, rules, areWorkersUp, isApiUp, queue } = simulation;
    noteReturns(picture);
    const before = untoldSinceMs;
    untoldSinceMs = new Map();
    if (!areWorkersUp || !isApiUp || queue.latenessMs.deliveries > 0) return;
    for (const incident of picture.incidents.filter(({ state }) => state === 'open')) {
      for (const channelId of rules.routed) {
        if (isTold(picture, incident, channelId)) continue;
        if (excuseOf(picture, incident, channelId, simulation) !== null) continue;
        const key = `${incident.serviceName} ${incident.relapses} to ${channelId}`;
        const sinceMs = before.get(key) ?? elapsedMs;
        untoldSinceMs.set(key, sinceMs);
        if (!isEnd && elapsedMs - sinceMs <= longestMs) continue;
        const rows = rowsOf(picture, incident.incidentId, channelId).map(nameOfRow);
        throw new Error(`untold for ${elapsedMs - sinceMs} ms: ${key}; ${rows.join('; ')}`);
      }
    }
  }

  /** By itself, by a digest, or by the message of a group, as long as that may speak for it. */
  function isTold(picture: PeoplePicture, incident: Incident, channelId: string): boolean {
    const { incidentId, relapses, flapping } = incident;
    const own = rowsOf(picture, incidentId, channelId).filter(
      ({ message }) => 'relapses' in message && (message.relapses === relapses || flapping !== null),
    );
    if (own.some((row) => hasArrived(picture, row))) return true;
    return [...groupsThatTold(picture, incidentId, channelId)].some((groupId) => {
      const sinceMs = mostlyBackMs.get(groupId);
      const { downAfterMs } = simulation.rules.timing;
      return sinceMs === undefined || simulation.elapsedMs - sinceMs <= 2 * downAfterMs;
    });
  }

  function noteReturns({ groups }: PeoplePicture): void {
    const { clients, elapsedMs } = simulation;
    for (const { group } of groups) {
      const ids = [...group.instanceIds];
      const back = ids.filter((id) => clients.some((one) => one.instanceId === id && one.isAlive)).length;
      const isBack = back >= 0.9 * ids.length;
      if (!isBack) mostlyBackMs.delete(group.groupId);
      else if (!mostlyBackMs.has(group.groupId)) mostlyBackMs.set(group.groupId, elapsedMs);
    }
  }

  function mayWait(picture: PeoplePicture, row: Notification): boolean {
    const isRetried = (one: Notification) => one.state === 'pending' && one.attempts > 0;
    if (picture.rows.some((one) => one.channelId === row.channelId && isRetried(one))) return true;
    // The last digest collects still, and reminders are said for ever.
    const youngMs = picture.nowMs - row.createdAtMs;
    if (row.kind === 'digest' || youngMs < longestMs) return youngMs < 2 * longestMs;
    const incident = picture.incidents.find(({ incidentId }) => incidentId === row.incidentId);
    return incident !== undefined && excuseOf(picture, incident, row.channelId, simulation) !== null;
  }

  return {
    /** What must be so after each step. */
    async look({ do: what }: Step): Promise<void> {
      const picture = await pictureOfPeople(simulation);
      if (breaks.includes(what)) untoldSinceMs.clear();
      expectTold(picture, false);
      expectAlways(picture);
    },
    /** Nothing breaks any more, and there was time: whoever is not told now has a reason that holds now. */
    async end(): Promise<void> {
      const picture = await pictureOfPeople(simulation);
      expectTold(picture, true);
      expectAlways(picture);
      const waiting = picture.rows.filter(({ state }) => state === 'pending' || state === 'sending');
      expect(waiting.filter((row) => !mayWait(picture, row)).map(nameOfRow)).toEqual([]);
      if (simulation.losses === 0) expectReasons(picture, simulation.rules);
    },
  };
}
