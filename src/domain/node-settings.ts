/** A channel of the API that a node cannot use, and why. */
export interface LockedChannel {
  channelId: string;
  because: string;
}

/** What one node judges by, as the others see it: texts for people, fingerprints where the text would be long. */
export interface NodeSettings {
  /** Names this run of the node among all there ever were. */
  nodeId: string;
  /** As people know it: its host and the number that it runs under there. */
  name: string;
  version: string;
  /** Setting → value. What the node does not use, because of its roles, is not there. */
  values: Readonly<Record<string, string>>;
  /** The channels that this node delivers to; null: it is no worker. */
  channelIds: readonly string[] | null;
  /** The channels that it cannot use because it cannot read their secrets; absent: none. */
  lockedChannels?: readonly LockedChannel[];
  /** Why it does not use its file as that is now: the first few errors; absent: it uses it, or is of a version that did not say. */
  fileErrors?: readonly string[];
}

/** A node with what is known of when it showed itself; times in milliseconds of the monitor's clock. */
export interface KnownNode extends NodeSettings {
  /** Since when it says the same of itself. */
  sinceMs: number;
  shownAtMs: number;
  /** How far its clock was ahead of that of Redis at least; absent: a version that did not say wrote it. */
  clockAheadMs?: number;
}

/** A node shows itself every five seconds at the latest; one that was silent for so long is not there. */
const livesForMs = 15_000;

/** The channels of a worker are counted as known for so long after it showed itself last: a restart takes a moment. */
const channelsKnownForMs = 60_000;

/** What is to be told of nodes by when they showed themselves. */
export const knownNodes = {
  /** Those that are there now. */
  living: (nodes: readonly KnownNode[], nowMs: number): KnownNode[] =>
    nodes.filter((node) => nowMs - node.shownAtMs <= livesForMs),

  /** The channels that some worker delivers to, or did a moment ago. */
  channels(nodes: readonly KnownNode[], nowMs: number): Set<string> {
    const recent = nodes.filter((node) => nowMs - node.shownAtMs <= channelsKnownForMs);
    return new Set(recent.flatMap((node) => node.channelIds ?? []));
  },
} as const;
