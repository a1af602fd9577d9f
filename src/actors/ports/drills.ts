import type { ChannelProof } from './channel-health.ts';
import type { CommitOutcome } from './commits.ts';

/** A message that asks whoever reads it to say so: whether the messages of a channel reach a person. */
export interface Drill {
  drillId: string;
  channelId: string;
  channelType: string;
  sentAtMs: number;
  expiresAtMs: number;
  confirmed: { by: string; atMs: number } | null;
}

/** Drills, until their links expire. */
export interface Drills {
  now(): Promise<number>;
  begin(drill: Drill): Promise<void>;
  /** Null: there is none, or it expired. */
  read(drillId: string): Promise<Drill | null>;
  /** Once, with what it proves of the channel; stale: somebody confirmed it already. */
  confirm(drill: Drill, by: string): Promise<CommitOutcome>;
  /** A person showed in another way that messages arrive. */
  prove(channelId: string, by: string, how: ChannelProof['how']): Promise<void>;
}
