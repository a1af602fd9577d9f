import type { MonitorHealth } from '../monitor/wire-types.ts';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';

/** More than this is worth a look: webhooks are signed with the time. */
const clockAllowanceSeconds = 1;

/** One node that lives now. */
export function NodeRecord({ node }: { node: MonitorHealth['nodes'][number] }) {
  const { name, version, worker, since, fileErrors, clockAheadSeconds } = node;
  const clock = clockAheadSeconds ?? 0;
  return (
    <li class="record">
      <p class="record-head">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="hint">
          {worker ? 'with a worker' : 'API only'} · version <bdi>{version}</bdi> · same settings since{' '}
          <TimeOf at={since} />
        </span>
        {fileErrors.length > 0 && <StatusChip status="Down" word="monitor.yaml is not valid" />}
        {Math.abs(clock) > clockAllowanceSeconds && (
          <StatusChip status="Degraded" word={`clock ${Math.round(clock)} s ahead`} />
        )}
      </p>
      {fileErrors.map((error) => (
        <p key={error}>
          <bdi>{error}</bdi>
        </p>
      ))}
    </li>
  );
}
