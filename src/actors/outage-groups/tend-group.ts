import { nameCause } from '../../domain/failure-domains/describe-outage.ts';
import { type GroupTurn, nextGroupTurn, takeGroupTurn } from '../../domain/failure-domains/group-turn.ts';
import { type GroupDue, type KeptGroup, keptGroup } from '../../domain/failure-domains/kept-group.ts';
import { contention, untilCommitted } from '../concurrency/until-committed.ts';
import type { GroupMeter, Log } from '../ports/observability.ts';
import type { GroupView, OutageGroups } from '../ports/outage-groups.ts';
import type { Delivery, WakeUps } from '../ports/wake-ups.ts';
import type { TellGroup } from './tell-group.ts';

/** Does what is due for a group, and sets its timer. */
export type TendGroup = (groupId: string) => Promise<void>;

/** An incident may need two steps of its own, and a group may have hundreds. */
const attempts = 10_000;

/** How often it is looked at who is back: an eighth of the time until Down, within limits. */
const lookAgain = { share: 1 / 8, leastMs: 250, mostMs: 5_000 } as const;

/**
 * The life of a group after its beginning. Each step is written with what it asks for before that is done, and the
 * timer stands until it is: whoever takes over from a worker that died does it again, to the same effect.
 */
export function createTendGroup(parts: {
  groups: OutageGroups;
  tellGroup: TellGroup;
  deliveryQueue: WakeUps<Delivery>;
  meter: GroupMeter;
  log: Log;
}): TendGroup {
  const { groups } = parts;

  return async function tendGroup(groupId) {
    await untilCommitted<'done'>(
      attempts,
      async () => {
        const view = await groups.read(groupId);
        if (view === null) return 'done';
        return view.kept.due === null ? turn(view) : settle(view, view.kept.due);
      },
      contention(`outage group ${groupId} changes faster than it can be tended`),
    );
  };

  /** Does what was asked for, and notes that it was done. */
  async function settle(view: GroupView, due: GroupDue): Promise<'again' | 'done'> {
    const { kept } = view;
    const after = { ...kept, due: null };
    if (due.kind === 'message') {
      const told = await parts.tellGroup(kept, due);
      if (due.stage === 'over') await tellUnnamed(kept);
      const named = keptGroup.withoutUntold(after);
      await groups.commit(view, { ...named, told: { ...kept.told, ...told } }, due.atMs);
      return 'again';
    }
    await tellAlone(kept, due.incident.incidentId, due.incident.channels);
    await groups.commit(view, after, kept.group.detectedAtMs);
    return 'again';
  }

  /** Who is still Down where nothing was told of the group: nobody will name it there any more. */
  async function tellUnnamed(kept: KeptGroup): Promise<void> {
    for (const { incidentId, isOver, isToldAlone, channels } of kept.group.incidents) {
      const untold = channels.filter((channelId) => kept.told[channelId] === undefined);
      if (!isOver && !isToldAlone && untold.length > 0) await tellAlone(kept, incidentId, untold);
    }
  }

  async function tellAlone(
    { group: { groupId, cause }, versionOf }: KeptGroup,
    incidentId: string,
    channels: readonly string[],
  ): Promise<void> {
    const because = `the outage of ${nameCause(cause, versionOf)}`;
    await parts.deliveryQueue.arm(await groups.tellAlone({ groupId, incidentId, because }, channels));
  }

  async function turn(view: GroupView): Promise<'again' | 'done'> {
    if (view.kept.group.endedAtMs !== null) return 'done';
    const { nowMs, ...standing } = await groups.standing(view.kept);
    const kept = keptGroup.standing(view.kept, standing, nowMs);
    const next = nextGroupTurn(kept.group);
    if (next === null || next.atMs > nowMs) {
      const atMs = Math.min(next?.atMs ?? Number.POSITIVE_INFINITY, nowMs + lookAgainMs(kept));
      const { kind } = await groups.commit(view, kept, atMs);
      return kind === 'stale' ? 'again' : 'done';
    }
    const { kind } = await groups.commit(view, afterTurn(kept, next, nowMs), nowMs);
    if (kind === 'committed' && next.kind === 'end') {
      parts.meter.group('ended');
      parts.log.info({ groupId: kept.group.groupId, cause: kept.group.cause }, 'a common cause is over');
    }
    return 'again';
  }
}

function afterTurn(kept: KeptGroup, turn: GroupTurn, nowMs: number): KeptGroup {
  const after = { ...kept, group: takeGroupTurn(kept.group, turn, nowMs) };
  switch (turn.kind) {
    case 'edit':
      return keptGroup.withMessage(after, 'changed', nowMs);
    case 'answer':
      return keptGroup.withMessage(after, 'acknowledged', nowMs);
    case 'remind':
      return keptGroup.withMessage(after, 'reminder', nowMs);
    case 'end':
      return keptGroup.withMessage(after, 'over', nowMs);
    case 'tell-alone':
      return { ...after, due: { kind: 'alone', incident: turn.incident } };
    default:
      return turn satisfies never;
  }
}

function lookAgainMs({ group }: KeptGroup): number {
  const { share, leastMs, mostMs } = lookAgain;
  const downAfterMs = Math.min(...group.incidents.map((incident) => incident.downAfterMs));
  return Math.round(Math.min(mostMs, Math.max(leastMs, share * downAfterMs)));
}
