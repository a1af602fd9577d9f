import type { ChannelEpisode } from './channel-episodes.ts';
import type { ChannelVitals } from './channel-vitals.ts';
import type { LockedChannel } from './node-settings.ts';
import type { KeyUsage } from './quota.ts';
import type { SettingDifference } from './setting-differences.ts';

/** What can be wrong with the monitor itself. */
export const impairmentCauses = [
  'blind',
  'state-lost',
  'channel-failing',
  'sweeper-repairing',
  'redis-memory',
  'config-differs',
  'config-refused',
  'channel-locked',
  'key-quota',
] as const;

export type ImpairmentCause = (typeof impairmentCauses)[number];

/** A cause as it was found, in words for people. */
export interface ImpairmentReason {
  cause: ImpairmentCause;
  detail: string;
}

/** A time in which the monitor could not be fully trusted, from the first cause until all have been gone for a while. */
export interface Impairment {
  impairmentId: string;
  sinceMs: number;
  /** Everything that was found so far, each cause once. */
  reasons: ImpairmentReason[];
  /** What is found now. */
  active: ImpairmentCause[];
  /** Since when no cause is found; null: there is one. */
  quietSinceMs: number | null;
  /** The channels that were notified of the start, and so are notified of the end. */
  toldChannelIds: string[];
  /** The channels that fail now; absent: an older program wrote it. */
  failingChannels?: ChannelEpisode[];
}

/** What the monitor can know about itself at one moment; of several partitions the worst counts. */
export interface MonitorVitals {
  /** How much of the last five minutes was blind. */
  blindMs: number;
  /** In how many of the last five minutes the sweep had something to repair. */
  repairedMinutes: number;
  /** What Redis has lost since the last look; null: nothing. */
  lostState: string | null;
  channels: ChannelVitals[];
  /** Null: Redis has no limit, or does not say. */
  memory: { usedBytes: number; limitBytes: number } | null;
  /** What each key has used up. */
  keyUsage: KeyUsage[];
  /** Of the nodes that live now, those that do not use their `monitor.yaml` because it is not valid. */
  refusals: { node: string; errors: readonly string[] }[];
  /** Of the nodes that live now, those that cannot use a channel because they cannot read its secrets. */
  locks: { node: string; channels: readonly LockedChannel[] }[];
  /** The settings in which the running nodes differ, and those of them that are not explained by a restart in progress. */
  differences: { now: SettingDifference[]; lasting: SettingDifference[] };
}
