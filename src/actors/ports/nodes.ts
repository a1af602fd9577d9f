import type { KnownNode } from '../../domain/node-settings.ts';

/** The nodes of one monitor, as they show themselves to each other. */
export interface Nodes {
  /** Says that this node lives and what it judges by; a node that stops saying so is forgotten. */
  show(): Promise<void>;
  /** All that are remembered, and the time at which they were read; who lives of them the domain says. */
  read(): Promise<{ nowMs: number; nodes: KnownNode[] }>;
}

/** What workers deliver to, wherever they run. */
export interface KnownChannels {
  /** Whether a worker has this channel in its configuration, or had it up to a minute ago. */
  has(channelId: string): Promise<boolean>;
}

/** Which channels have shown that they work. */
export interface ChannelTests {
  /** Remembers that a test went out, by the monitor's clock. */
  passed(channelId: string): Promise<void>;
}

/** The channels that have left something in Redis: a queue, and how they did. */
export interface UsedChannels {
  note(channelIds: readonly string[]): Promise<void>;
  all(): Promise<string[]>;
  /** Forgets how a channel did, and that it left anything. */
  forget(channelId: string): Promise<void>;
}
