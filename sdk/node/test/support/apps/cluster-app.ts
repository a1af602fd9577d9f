import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { addMonitor } from '../../../src/add-monitor.ts';

/** A cluster of two workers, whose primary ends them in the way that ENDING names once the monitor heard of both. */
const endings: Record<string, (workers: Worker[]) => unknown> = {
  'kills its workers': (workers) => workers.forEach((worker) => worker.kill()),
  'kills its workers and exits': (workers) => {
    workers.forEach((worker) => worker.kill());
    process.exit(0);
  },
  'disconnects its workers': () => cluster.disconnect(),
  'replaces a worker that it kills without a warning': ([worker]) => {
    cluster.fork();
    worker?.process.kill('SIGKILL');
  },
  'exits without a word': () => process.exit(0),
};

if (cluster.isPrimary) {
  let ready = 0;
  cluster.on('message', () => {
    ready += 1;
    if (ready === 2)
      endings[process.env['ENDING'] ?? '']?.(
        Object.values(cluster.workers ?? {}).filter((one) => one !== undefined),
      );
  });
  cluster.fork();
  cluster.fork();
} else {
  const monitor = addMonitor({ handleSignals: true });
  createServer().listen(0, '127.0.0.1');
  while (monitor.status().heartbeats === 0) await wait(20);
  process.send?.('ready');
}
