import type { ServiceMatch } from '../../domain/matches-service.ts';
import type { SealedValue, StoredChannel } from '../../domain/stored-channel.ts';
import type { CommitOutcome } from './commits.ts';

/** A stored channel as one read saw it. */
export interface StoredChannelView {
  channelId: string;
  /** Null: there is none with this id. */
  channel: StoredChannel | null;
  /** As it was read, for the commit. */
  text: string;
}

/** The channels that were made over the API. */
export interface StoredChannels {
  /** Another one after each change; empty: there never was one, or Redis has lost them. */
  revision(): Promise<string>;
  all(): Promise<StoredChannel[]>;
  read(channelId: string): Promise<StoredChannelView>;
  /** Null: removes it. Stale: somebody else changed it since. */
  commit(view: StoredChannelView, after: StoredChannel | null): Promise<CommitOutcome>;
}

/** Where a sealed value belongs: it opens nowhere else. */
export interface SecretPlace {
  channelId: string;
  field: string;
}

/** Seals the secrets of stored channels, and opens them again. */
export interface SecretKeys {
  /** The ids of the keys of this node; the first one seals, all open. None: nothing can be sealed. */
  ids: readonly string[];
  seal(text: string, place: SecretPlace): SealedValue;
  /** Null: no key of this node opens it. */
  open(value: SealedValue, place: SecretPlace): string | null;
}

/** One thing wrong with a channel that was given, and where. */
export interface ChannelFault {
  path: readonly (string | number)[];
  message: string;
}

/** What was given for a channel: the fields of its kind as in `monitor.yaml`, with its id and its type. */
export type GivenSettings = Readonly<Record<string, unknown>>;

/** Judges it; what is valid comes back apart: what may be read, and what is secret. */
export type ReadGivenChannel = (
  channelId: string,
  given: GivenSettings,
) =>
  | { kind: 'valid'; settings: GivenSettings; secrets: GivenSettings }
  | { kind: 'invalid'; faults: readonly ChannelFault[] };

/** What somebody wants of a channel beside its settings; absent: as it is, or as usual. */
export interface WantedOfChannel {
  isEnabled?: boolean | undefined;
  match?: ServiceMatch | null | undefined;
}
