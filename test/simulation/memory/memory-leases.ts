import type { CheckView, InstanceView } from '../../../src/actors/ports/instances.ts';
import type { CheckLeases, DueLease, LeasedInstance } from '../../../src/actors/ports/leases.ts';
import { inScoreOrder, type Memory } from './memory-state.ts';

/** Leases in memory: what a batch of checks reads and writes. */
export function createMemoryLeases(memory: Memory, view: (instanceId: string) => CheckView): CheckLeases {
  return {
    lease: async (_, lateMs) => lease(memory, view, lateMs),
    rearm: async (_, untilMs, rests) =>
      rests.flatMap(({ instance: { instanceId, state }, nextCheckAtMs }) =>
        rearm(memory, { instanceId, timerMs: untilMs, state }, nextCheckAtMs) ? [] : [instanceId],
      ),
  };
}

function lease(memory: Memory, view: (instanceId: string) => CheckView, lateMs: number): DueLease {
  const { state } = memory;
  const nowMs = memory.nowMs();
  const due = inScoreOrder(state.timer, Number.NEGATIVE_INFINITY, nowMs - lateMs).slice(0, 500);
  const untilMs = due.length === 0 ? 0 : nowMs + 300.5;
  const ids = due.map(([instanceId]) => instanceId);
  for (const instanceId of ids) state.timer.set(instanceId, untilMs);
  const instances = ids.flatMap((instanceId): LeasedInstance[] => {
    const { instance } = view(instanceId);
    if (instance === null) return [];
    const { description, expectedIntervalMs, health } = instance;
    const { serviceName, environment, registrantIntervalMs } = description;
    const name = { serviceName, environment };
    return [{ instanceId, name, registrantIntervalMs, state: instance.state, expectedIntervalMs, health }];
  });
  const signsMs = ids.flatMap((instanceId) => state.seen.get(instanceId) ?? []);
  const gaps = state.gaps.filter((gap) => gap.toMs > Math.min(...signsMs));
  const gone = ids.filter((instanceId) => !state.instances.has(instanceId));
  return { nowMs, tickAtMs: state.tickMs ?? 0, gaps, untilMs, instances, gone, isFull: ids.length === 500 };
}

/** False: something happened to it since. */
export function rearm(
  { state }: Memory,
  seen: Pick<InstanceView, 'instanceId' | 'timerMs' | 'state'>,
  nextCheckAtMs: number,
): boolean {
  const { instanceId } = seen;
  if ((state.timer.get(instanceId) ?? null) !== seen.timerMs) return false;
  const isNews = ['Pending', 'Degraded', 'Down'].includes(seen.state.status);
  if (isNews && state.seen.get(instanceId) !== seen.state.silentSinceMs) return false;
  state.timer.set(instanceId, nextCheckAtMs);
  return true;
}
