import type { RedisClient } from '../../client/connect.ts';
import type { Partitions } from '../../partition.ts';

/**
 * One step of what is stored from a version to the next. It may be cut off anywhere and is then run again from its
 * start, and it runs while nodes of the version before still serve: docs/upgrades.md says what that asks of it.
 */
export interface Migration {
  /** The version that the data has afterwards; one more than that of the migration before. */
  version: number;
  /** What it does, for the log. */
  name: string;
  /** Whether only an empty Redis gets it, because nodes of the version before may still share what is stored. */
  isForNewDataOnly?: true;
  run(client: RedisClient, partitions: Partitions): Promise<void>;
}
