/** What every name of ours begins with; all else in a Redis is somebody else's. */
const ownPrefix = /^(?:monitor:|\{m\d+\}:)/;

/** Which Redis keys a backup takes: ours, but neither queues nor what ends by itself. */
export const backupKeys = {
  isOurs: (key: string): boolean => ownPrefix.test(key),

  /** `queues`: the names of queues under a partition's tag; they hold wake-ups only, which are made again from timers. */
  isTaken: (key: string, queues: readonly string[]): boolean =>
    ownPrefix.test(key) && !queues.some((name) => key.includes(`}:${name}:`)),

  /** Whether a key with this answer of PTTL is kept; what ends by itself is nobody's record. */
  lasts: (endsInMs: number): boolean => endsInMs === -1,
} as const;
