import type { ReferenceModel } from './reference-model.ts';
import type { Simulation } from './simulation.ts';
import type { Step } from './steps.ts';
import { isBelowLedger } from './take-step.ts';

/** Takes the snapshots that will be needed, and goes back to them. */
export function keeper(
  simulation: Simulation,
  model: Pick<ReferenceModel, 'keep' | 'cutBack'> | null,
  steps: readonly Step[],
) {
  const wanted = new Set(steps.flatMap((step, at) => (step.do === 'lose writes' ? [at - step.steps] : [])));
  type Kept = {
    log: ReturnType<ReferenceModel['keep']> | undefined;
    queue: ReturnType<typeof simulation.queue.keep>;
    atMs: number;
  };
  const snapshots = new Map<number, Kept>();
  return {
    async before(at: number): Promise<void> {
      if (!wanted.has(at)) return;
      await simulation.store.snapshot(`before ${at}`);
      snapshots.set(at, { log: model?.keep(), queue: simulation.queue.keep(), atMs: simulation.elapsedMs });
    },
    async lose(to: number): Promise<void> {
      const snapshot = snapshots.get(to);
      await simulation.store.restore(snapshot === undefined ? null : `before ${to}`);
      model?.cutBack(snapshot?.log);
      simulation.queue.cutBack(snapshot?.queue);
      simulation.afterLoss();
      const sinceMs = snapshot?.atMs ?? 0;
      const isShort = isBelowLedger(simulation, simulation.elapsedMs - sinceMs);
      for (const client of simulation.clients)
        if (isShort) client.missedMs.push(...client.heardMs.filter((ms) => ms >= sinceMs));
      await simulation.ensureGroups();
    },
  };
}
