import { apiCases } from './cases/api-cases.ts';
import { calmCases } from './cases/calm-cases.ts';
import { channelCases } from './cases/channel-cases.ts';
import { clientCases } from './cases/client-cases.ts';
import { clockCases } from './cases/clock-cases.ts';
import { crashCases } from './cases/crash-cases.ts';
import { growthCases } from './cases/growth-cases.ts';
import { pathCases } from './cases/path-cases.ts';
import { queueCases } from './cases/queue-cases.ts';
import { randomCases } from './cases/random-cases.ts';
import { redisCases } from './cases/redis-cases.ts';
import { topologyCases } from './cases/topology-cases.ts';
import { workerCases } from './cases/worker-cases.ts';
import type { FaultCase } from './fault-case.ts';

/** Every fault, in the order of the plan. */
export const cases: FaultCase[] = [
  ...[calmCases, workerCases, apiCases, pathCases, redisCases, topologyCases].flat(),
  ...[clockCases, channelCases, crashCases, queueCases, clientCases, randomCases, growthCases].flat(),
].sort((a, b) => numberOf(a) - numberOf(b) || a.name.localeCompare(b.name));

function numberOf({ name }: FaultCase): number {
  return Number.parseInt(name.slice(1), 10);
}
