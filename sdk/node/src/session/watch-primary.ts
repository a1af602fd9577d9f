import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';

/** A terminal and systemd signal a whole group: the primary may be dead of it before this worker hears of it. */
const lateSignalMs = 100;

/**
 * Node ends a cluster worker in the moment in which its primary is gone, in the middle of the deregistration that
 * the signal began in both. This delays that end until the instance is deregistered. Returns the end of the watching.
 * @param stopping The stop that is under way; null: nobody asked for one.
 */
export function watchPrimary(stopping: () => Promise<unknown> | null): () => void {
  const { worker } = cluster;
  if (worker === undefined) return () => undefined;
  const onDisconnect = async () => {
    if (worker.exitedAfterDisconnect) return;
    // Node reads it after its listeners: a worker that is meant to end is left to end by itself.
    worker.exitedAfterDisconnect = true;
    await wait(lateSignalMs);
    await stopping();
    process.exit(0);
  };
  const listener = () => void onDisconnect();
  worker.once('disconnect', listener);
  return () => void worker.removeListener('disconnect', listener);
}
