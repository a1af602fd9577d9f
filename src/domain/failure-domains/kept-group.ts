import type { ServiceName } from '../matches-service.ts';
import { causeKey } from './cause.ts';
import type { CommonCause } from './find-failure-domains.ts';
import { type GroupStanding, withStanding } from './group-turn.ts';
import { growGroup } from './grow-group.ts';
import type { GroupedIncident, OutageGroup } from './outage-group.ts';

/** Of a larger group so many instances are looked at to see who is back; the numbers in messages are of all. */
const mostInstanceIds = 2_000;

/** A reminder and an escalation that are due within this time are one message. */
const togetherMs = 30_000;

/** A service that a message may name, and the channels of which it may be named in. */
export interface NamedService extends ServiceName {
  channels: readonly string[];
}

/** What was told of a group to one channel. */
export interface ToldToChannel {
  /** The name of the last message. */
  last: string;
  /** How many incidents it named, and of which cause. */
  incidents: number;
  cause: string;
}

/** What is to be done before the next turn of a group; whoever takes over from a worker that died does it again. */
export type GroupDue =
  | { kind: 'message'; stage: 'changed' | 'acknowledged' | 'reminder' | 'over'; name: string; atMs: number }
  /** `to`: the only channel that it is for. */
  | { kind: 'message'; stage: 'escalation'; name: string; atMs: number; to: string }
  | { kind: 'alone'; incident: GroupedIncident };

/** A group as it is kept, with what its messages need beside it. */
export interface KeptGroup {
  group: OutageGroup;
  /** How many instances there are in all; of some of them `group` has the ids. */
  instances: number;
  versionOf: string | null;
  notExplained: readonly NamedService[];
  /** How many messages it had. */
  messages: number;
  told: Readonly<Record<string, ToldToChannel>>;
  /** The latest step of the escalation that each channel was told of; absent: none was. */
  escalated?: Readonly<Record<string, number>>;
  /** When that was. */
  escalatedAtMs?: Readonly<Record<string, number>>;
  /** Null: nothing but to wait. */
  due: GroupDue | null;
}

/** A step of the escalation of one of its incidents, for one channel. */
export interface GroupEscalation {
  incidentId: string;
  channelId: string;
  afterMs: number;
}

/** What a look found beside the cause. */
export interface FoundBeside {
  versionOf: string | null;
  notExplained: readonly NamedService[];
}

export const keptGroup = {
  /** A new group: its first message is due. */
  opened(group: OutageGroup, beside: FoundBeside, nowMs: number): KeptGroup {
    const instances = group.instanceIds.size;
    const kept = { group: limited(group), instances, ...beside, messages: 0, told: {}, due: null };
    return keptGroup.withMessage(kept, 'changed', nowMs);
  },

  /** The group with what a later look found; null: that is nothing new. */
  grown(
    kept: KeptGroup,
    found: CommonCause,
    incidents: readonly GroupedIncident[],
    beside: FoundBeside,
  ): KeptGroup | null {
    const { group, change } = growGroup(kept.group, found, incidents);
    if (change === 'none') return null;
    const instances = Math.max(kept.instances, group.instanceIds.size);
    return { ...kept, ...beside, group: limited(group), instances };
  },

  standing(kept: KeptGroup, found: GroupStanding, nowMs: number): KeptGroup {
    return { ...kept, group: withStanding(kept.group, found, nowMs) };
  },

  withMessage(
    kept: KeptGroup,
    stage: 'changed' | 'acknowledged' | 'reminder' | 'over',
    atMs: number,
  ): KeptGroup {
    const messages = kept.messages + 1;
    return { ...kept, messages, due: { kind: 'message', stage, name: `group ${messages}`, atMs } };
  },

  /**
   * One message stands for this step of all its incidents. It names those that may be escalated there, and the channel is
   * told what follows; who comes later is named by the next edit. Null: nothing is left to say.
   */
  escalated(
    kept: KeptGroup,
    { incidentId, channelId, afterMs }: GroupEscalation,
    atMs: number,
  ): KeptGroup | null {
    const isTold = (kept.escalated?.[channelId] ?? -1) >= afterMs;
    const joins = (one: GroupedIncident) =>
      !one.isToldAlone &&
      !one.channels.includes(channelId) &&
      (one.incidentId === incidentId || (!isTold && (one.escalatesTo ?? []).includes(channelId)));
    const isJoined = kept.group.incidents.some(joins);
    if (isTold && !isJoined) return null;
    const incidents = kept.group.incidents.map((one) =>
      joins(one) ? { ...one, channels: [...one.channels, channelId] } : one,
    );
    const group = { ...kept.group, incidents, isChanged: kept.group.isChanged || isJoined };
    if (isTold) return { ...kept, group };
    const escalated = { ...kept.escalated, [channelId]: afterMs };
    if (wasJustReminded(kept, channelId, atMs)) return { ...kept, group, escalated };
    const messages = kept.messages + 1;
    const name = `group ${messages}`;
    const due: GroupDue = { kind: 'message', stage: 'escalation', name, atMs, to: channelId };
    const escalatedAtMs = { ...kept.escalatedAtMs, [channelId]: atMs };
    return { ...kept, group, messages, escalated, escalatedAtMs, due };
  },

  /** The incidents that a message to this channel names: without who was never Down in one, and is not now. */
  namedIn({ group, told }: KeptGroup, channelId: string): GroupedIncident[] {
    const before = told[channelId]?.incidents ?? 0;
    return group.incidents
      .filter(({ channels }) => channels.includes(channelId))
      .filter(({ isOver }, at) => at < before || !isOver);
  },

  /** The group after its messages were planned: who was over before any of them named it is not named there later. */
  withoutUntold(kept: KeptGroup): KeptGroup {
    const channelIds = new Set(kept.group.incidents.flatMap(({ channels }) => channels));
    const named = new Map([...channelIds].map((id) => [id, new Set(keptGroup.namedIn(kept, id))]));
    const incidents = kept.group.incidents.map((one) => {
      const channels = one.channels.filter((channelId) => named.get(channelId)?.has(one));
      return channels.length === one.channels.length ? one : { ...one, channels };
    });
    return { ...kept, group: { ...kept.group, incidents } };
  },

  /** Whether a channel was told by an escalation so shortly before that it needs no reminder. */
  wasJustEscalated: ({ escalatedAtMs }: KeptGroup, channelId: string, atMs: number): boolean =>
    atMs - (escalatedAtMs?.[channelId] ?? Number.NEGATIVE_INFINITY) < togetherMs,

  /** Whether a message to this channel named the incident: each names all that there were by then. */
  hasNamed({ group, told }: KeptGroup, incidentId: string, channelId: string): boolean {
    const named = group.incidents.filter(({ channels }) => channels.includes(channelId));
    const at = named.findIndex((incident) => incident.incidentId === incidentId);
    return at !== -1 && at < (told[channelId]?.incidents ?? 0);
  },

  /** How many instances are silent, and of how many. */
  counts({ group, instances }: KeptGroup): { silent: number; members: number } {
    const { silent, instanceIds, members } = group;
    const share = silent / Math.max(1, instanceIds.size);
    return { silent: Math.round(share * instances), members: Math.max(members, instances) };
  },

  /** What makes a cause another one; only one open group has it. */
  key: ({ group }: KeptGroup): string => causeKey(group.cause),
} as const;

/** The reminder of the group said there what its escalation would. */
function wasJustReminded({ group, told }: KeptGroup, channelId: string, atMs: number): boolean {
  const lastAtMs = group.reminders?.lastAtMs ?? Number.NEGATIVE_INFINITY;
  return told[channelId] !== undefined && atMs - lastAtMs < togetherMs;
}

function limited(group: OutageGroup): OutageGroup {
  const ids = [...group.instanceIds].slice(0, mostInstanceIds);
  return { ...group, instanceIds: new Set(ids), silent: Math.min(group.silent, ids.length) };
}
