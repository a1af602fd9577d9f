import type { ConnectionOptions } from 'bullmq';
import { removeQueue } from './remove-queue.ts';

/** The queues of version 0.1, with one job for each instance. Workers of this version do not look into them. */
export const oldCheckQueueName = 'check';

/** Removes what nobody will run any more. A worker of the version before that still lives finds what is due by its sweep. */
export async function removeOldCheckQueues(
  connection: ConnectionOptions,
  tags: readonly string[],
  onError: (error: Error) => void,
): Promise<void> {
  for (const tag of tags) await removeQueue(connection, { name: oldCheckQueueName, tag }, onError);
}
