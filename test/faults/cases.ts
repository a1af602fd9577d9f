import { redisCases } from './cases/redis-cases.ts';
import { workerCases } from './cases/worker-cases.ts';
import type { FaultCase } from './fault-case.ts';

/** Every fault, in the order of the plan. */
export const cases: FaultCase[] = [...workerCases, ...redisCases].sort(
  (a, b) => numberOf(a) - numberOf(b) || a.name.localeCompare(b.name),
);

function numberOf({ name }: FaultCase): number {
  return Number.parseInt(name.slice(1), 10);
}
