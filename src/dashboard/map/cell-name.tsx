import type { InstanceSummary } from '../monitor/wire-types.ts';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';

interface Props {
  instance: InstanceSummary | undefined;
  status: string | undefined;
  since: string | undefined;
}

/** Which instance a cell is. */
export function CellName({ instance, status, since }: Props) {
  if (instance === undefined || status === undefined || since === undefined) return null;
  const { instanceKey, serviceName, environment, host, zone } = instance;
  return (
    <>
      <strong>
        <bdi>{instanceKey}</bdi>
      </strong>
      <span>
        <bdi>{serviceName}</bdi> <span class="environment">{environment}</span>
      </span>
      <span>
        <StatusChip status={status} /> since <TimeOf at={since} />
      </span>
      <span class="hint">
        {host !== null && (
          <>
            host <bdi>{host}</bdi>
          </>
        )}
        {zone !== null && (
          <>
            {host !== null && ' · '}zone <bdi>{zone}</bdi>
          </>
        )}
      </span>
    </>
  );
}
