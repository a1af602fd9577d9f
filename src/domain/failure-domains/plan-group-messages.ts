import { causeKey } from './cause.ts';
import type { GroupMessage, GroupStage } from './group-message.ts';
import { type GroupDue, type KeptGroup, keptGroup, type ToldToChannel } from './kept-group.ts';

/** No message is larger, whatever failed; the page lists all. */
const mostServices = 1_000;

/** A message of a group to one channel, as far as the channel does not matter for it. */
export interface PlannedGroupMessage {
  channelId: string;
  /** The one before it to the same channel; null: it is the first. */
  after: string | null;
  message: Omit<GroupMessage, 'notificationId' | 'url'>;
  told: ToldToChannel;
}

/**
 * Who is told what of a group. A channel hears of it if the own message of one of its incidents would have gone there,
 * and of these incidents only. That fewer are silent is told only where a message can be changed or answered below.
 */
export function planGroupMessages(
  kept: KeptGroup,
  due: Extract<GroupDue, { kind: 'message' }>,
  followsUp: (channelId: string) => boolean,
  /** Whether it shows who acknowledged, or stops calling people then. */
  isToldWhoActs: (channelId: string) => boolean = () => false,
): PlannedGroupMessage[] {
  const cause = causeKey(kept.group.cause);
  // Where each of its incidents was told by itself, the group is no news.
  const unsaid = kept.group.incidents.filter(({ isToldAlone }) => !isToldAlone);
  const channels =
    due.stage === 'escalation'
      ? new Set([due.to])
      : new Set([...Object.keys(kept.told), ...unsaid.flatMap((incident) => incident.channels)]);
  /** Whether this stage tells a channel something, which may know of as many incidents already. */
  const isFor = (channelId: string, isSame: boolean): boolean => {
    if (due.stage === 'reminder') return !keptGroup.wasJustEscalated(kept, channelId, due.atMs);
    if (due.stage === 'acknowledged') return isToldWhoActs(channelId);
    return due.stage !== 'changed' || !isSame || followsUp(channelId);
  };
  return [...channels].sort().flatMap((channelId) => {
    const before = kept.told[channelId];
    const named = keptGroup.namedIn(kept, channelId);
    const told = { last: due.name, incidents: named.length, cause };
    const isFirst = before === undefined;
    // The end of what it never heard of is no news.
    if (isFirst && (named.length === 0 || due.stage === 'over' || due.stage === 'acknowledged')) return [];
    const isSame = before?.incidents === named.length && before.cause === cause;
    if (!isFor(channelId, isSame)) return [];
    const stage = isFirst && due.stage !== 'escalation' ? 'opened' : due.stage;
    return [
      { channelId, after: before?.last ?? null, message: messageOf(kept, channelId, stage, due.atMs), told },
    ];
  });
}

function messageOf(
  kept: KeptGroup,
  channelId: string,
  stage: GroupStage,
  atMs: number,
): PlannedGroupMessage['message'] {
  const { group, versionOf, notExplained } = kept;
  const isNamed = ({ channels }: { channels: readonly string[] }) => channels.includes(channelId);
  return {
    incidentId: group.groupId,
    groupId: group.groupId,
    kind: stage === 'over' ? 'group-over' : 'group',
    stage,
    cause: group.cause,
    versionOf,
    ...keptGroup.counts(kept),
    firstSilentAtMs: group.startedAtMs,
    lastSilentAtMs: group.lastSilentAtMs,
    endedAtMs: group.endedAtMs,
    atMs,
    services: keptGroup
      .namedIn(kept, channelId)
      .slice(0, mostServices)
      .map(({ incidentId, serviceId, serviceName, environment, isOver, isToldAlone, ...more }) => ({
        ...{ incidentId, serviceId, serviceName, environment },
        ...{ isBack: isOver, isToldAlone, ...(more.isClosed === true ? { isClosed: true } : {}) },
        ...(more.acknowledgedBy === undefined ? {} : { acknowledgedBy: more.acknowledgedBy }),
      })),
    weakened: group.weakenedServiceIds.length,
    notExplained: notExplained
      .filter(isNamed)
      .slice(0, mostServices)
      .map(({ serviceName, environment }) => ({ serviceName, environment })),
  };
}
