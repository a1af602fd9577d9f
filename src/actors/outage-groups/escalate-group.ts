import { type GroupEscalation, keptGroup } from '../../domain/failure-domains/kept-group.ts';
import { contention, untilCommitted } from '../concurrency/until-committed.ts';
import type { OutageGroups } from '../ports/outage-groups.ts';
import type { TendGroup } from './tend-group.ts';

/** Has the group told instead of its incident; false: it is over, and the incident is told by itself. */
export type EscalateGroup = (groupId: string, step: GroupEscalation) => Promise<boolean>;

const attempts = 100;

/** Written with the message due, before the row of the incident says that the group stands for it. */
export function createEscalateGroup({
  groups,
  tendGroup,
}: {
  groups: Pick<OutageGroups, 'read' | 'now' | 'commit'>;
  tendGroup: TendGroup;
}): EscalateGroup {
  return async function escalateGroup(groupId, step) {
    const outcome = await untilCommitted<'told' | 'over'>(
      attempts,
      async () => {
        const view = await groups.read(groupId);
        if (view === null || view.kept.group.endedAtMs !== null) return 'over';
        if (view.kept.due !== null) {
          await tendGroup(groupId);
          return 'again';
        }
        const nowMs = await groups.now();
        const after = keptGroup.escalated(view.kept, step, nowMs);
        if (after === null) return 'told';
        if ((await groups.commit(view, after, nowMs)).kind === 'stale') return 'again';
        await tendGroup(groupId);
        return 'told';
      },
      contention(`outage group ${groupId} changes faster than it can be escalated`),
    );
    return outcome === 'told';
  };
}
