import type { KnownNode } from '../../domain/node-settings.ts';

/** The nodes of one monitor, as they show themselves to each other. */
export interface Nodes {
  /** Reports that this node runs, and its settings; a node that stops reporting is removed. */
  show(): Promise<void>;
  /** All reported nodes, and the time of the read; the domain decides which of them run. */
  read(): Promise<{ nowMs: number; nodes: KnownNode[] }>;
}

/** What workers deliver to, wherever they run. */
export interface KnownChannels {
  /** Whether a worker has this channel in its configuration, or had it up to a minute ago. */
  has(channelId: string): Promise<boolean>;
}

/** How the last test of each channel ended. */
export interface ChannelTests {
  /** Remembers that a test went out, by the monitor's clock. */
  passed(channelId: string): Promise<void>;
  /** Remembers that it did not, and why, until one goes out. */
  failed(channelId: string, reason: string): Promise<void>;
}

/** The channels that have left something in Redis: a queue, and how they did. */
export interface UsedChannels {
  note(channelIds: readonly string[]): Promise<void>;
  all(): Promise<string[]>;
  /** Forgets how a channel did, and that it left anything. */
  forget(channelId: string): Promise<void>;
}
