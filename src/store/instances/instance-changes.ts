import type { Command } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import type { PartitionKeys } from '../keys.ts';

/** So many changes are kept: a node that has missed more forgets everything. */
const mostKept = 1_000;

/** How nodes learn that what they remember of an instance is not true any more. */
export const instanceChanges = {
  /** Written with what makes it so. */
  command(keys: PartitionKeys, instanceId: string): Command {
    return ['XADD', keys.changes, 'MAXLEN', '~', mostKept, '*', 'instanceId', instanceId];
  },

  /** The instances that changed after the change `since`; null: nobody knows, it may be all. */
  async after(client: RedisClient, keys: PartitionKeys, since: string): Promise<string[] | null> {
    const entries = await client.xrange(keys.changes, since, '+', 'COUNT', mostKept);
    const [oldest] = entries;
    // Where `since` is gone others may be too: trimmed, or lost with the writes of a Redis that died.
    if (oldest?.[0] !== since || entries.length === mostKept) return null;
    return entries.map(([, [, instanceId = '']]) => instanceId);
  },
} as const;
