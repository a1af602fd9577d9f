import { startClusterTopology, startSentinelTopology, type Topology } from '../../support/topologies.ts';
import type { StageOptions } from './stage-options.ts';
import { type FaultRedis, startFaultRedis } from './start-fault-redis.ts';

/** The Redis of a stage: one server to which things are done, or several that are one. */
export interface RedisOfStage {
  url: string;
  partitions: number;
  single: FaultRedis | null;
  topology: Topology | null;
  close(): Promise<void>;
}

export async function openRedisOfStage(kind: StageOptions['redis']): Promise<RedisOfStage> {
  if (kind === 'single') {
    const single = await startFaultRedis();
    const url = `redis://127.0.0.1:${single.port}`;
    return { url, partitions: 1, single, topology: null, close: () => single.close() };
  }
  const topology = await (kind === 'cluster' ? startClusterTopology() : startSentinelTopology());
  const partitions = kind === 'cluster' ? 16 : 1;
  return { url: topology.url, partitions, single: null, topology, close: () => topology.close() };
}
