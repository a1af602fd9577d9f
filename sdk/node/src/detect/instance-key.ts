import cluster from 'node:cluster';

/** `hostname:port` as in the contract; the process id stands in for a port, and workers that share one stay apart. */
export function instanceKey(hostname: string, port: number | null): string {
  const worker = cluster.isWorker && cluster.worker ? `:${cluster.worker.id}` : '';
  return `${hostname}:${port ?? process.pid}${port === null ? '' : worker}`;
}
