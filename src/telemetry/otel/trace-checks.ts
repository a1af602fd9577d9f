import { SpanKind } from '@opentelemetry/api';
import type { InstanceCommit } from '../../actors/ports/instances.ts';
import { synthetic } from '../../domain/synthetic-outage.ts';
import type { Tracing } from '../tracing.ts';
import { faultOf } from './fault-of.ts';
import { namesOf } from './names-of.ts';
import { noteCommits } from './note-commits.ts';
import type { Spans } from './spans.ts';

const notes = noteCommits<InstanceCommit>('what a check committed');

/** A span for each check that changed a status, and for some of those that found nothing. */
export function traceChecks(spans: Spans): Tracing['checks'] {
  return (checks, create) => {
    const checkInstance = create({
      ...checks,
      commit: notes.noting((commit) => checks.commit(commit)),
    });

    return async (instanceId) => {
      const commits: InstanceCommit[] = [];
      const startedAtMs = performance.now();
      const write = (outcome: string, fault: string | null = null) => {
        const last = commits.at(-1);
        const isRoutine = fault === null && (last === undefined || synthetic.isIn(last.view.description));
        spans.write(
          { name: 'check-instance', kind: SpanKind.CONSUMER, isRoutine },
          {
            durationMs: performance.now() - startedAtMs,
            attributes: () => ({
              ...namesOf({ instanceId, ...(last && { ...namesIn(last) }) }),
              'monitor.check.outcome': outcome,
              ...(last === undefined ? {} : changeIn(commits, last)),
            }),
            fault,
          },
        );
      };
      try {
        const outcome = await notes.during(commits, () => checkInstance(instanceId));
        write(commits.length > 0 ? 'changed' : outcome.kind === 'over' ? 'over' : 'unchanged');
        return outcome;
      } catch (error) {
        write('failed', faultOf(error));
        throw error;
      }
    };
  };
}

function namesIn({ view: { serviceId, description } }: InstanceCommit) {
  const { serviceName, environment } = description;
  return { serviceId, serviceName, environment };
}

/** From the status before the first step to the one after the last. */
function changeIn(commits: readonly InstanceCommit[], { view, after }: InstanceCommit) {
  const isLate = after.status === 'Degraded' || after.status === 'Down';
  return {
    'monitor.status.from': commits[0]?.view.state.status ?? '',
    'monitor.status.to': after.status,
    // As in monitor_detection_lateness_seconds.
    ...(isLate ? { 'monitor.check.lateness_ms': Math.max(0, view.nowMs - after.sinceMs) } : {}),
  };
}
