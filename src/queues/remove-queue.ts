import { type ConnectionOptions, Queue } from 'bullmq';

/** Removes a queue with all its jobs. It stays paused when that is cut off: who opens it again wakes it. */
export async function removeQueue(
  connection: ConnectionOptions,
  { name, tag }: { name: string; tag: string },
  onError: (error: Error) => void,
): Promise<void> {
  const queue = new Queue(name, { connection, prefix: tag });
  queue.on('error', onError);
  try {
    await queue.obliterate({ force: true });
  } finally {
    await queue.close();
  }
}
