import type { Instance } from '../monitor/wire-types.ts';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { HealthNote } from './health-note.tsx';
import { InstanceDetails } from './instance-details.tsx';
import { InstanceMetrics } from './instance-metrics.tsx';

/** One instance: how it is and what it measured last; all else it ever said is folded away. */
export function InstanceCard({ instance }: { instance: Instance }) {
  const { instanceId, instanceKey, status } = instance;
  return (
    <li class={`card edge-${status.toLowerCase()}`}>
      <p class="card-head">
        <StatusChip status={status} />
        <a href={`#/instances/${instanceId}`}>
          <strong>
            <bdi>{instanceKey}</bdi>
          </strong>
        </a>
      </p>
      <InstanceLine instance={instance} />
      <InstanceMetrics instance={instance} />
      <details>
        <summary>All details</summary>
        <InstanceDetails instance={instance} />
      </details>
    </li>
  );
}

/** What is asked of an instance first, in one line, and what it says of itself if that is not well. */
export function InstanceLine({ instance }: { instance: Instance }) {
  const { since, lastHeartbeatAt, version, location } = instance;
  return (
    <>
      <p class="hint">
        since <TimeOf at={since} /> · heartbeat <TimeOf at={lastHeartbeatAt} />
        <Said what="version" value={version} />
        <Said what="host" value={location.host} />
        <Said what="zone" value={location.zone} />
      </p>
      <Health instance={instance} />
    </>
  );
}

function Said({ what, value }: { what: string; value: string | null }) {
  if (value === null) return null;
  return (
    <>
      {` · ${what} `}
      <bdi>{value}</bdi>
    </>
  );
}

function Health({ instance: { health, healthSince, healthReasons } }: { instance: Instance }) {
  if (health === null || health === 'healthy') return null;
  return (
    <p>
      <HealthNote health={health} /> since <TimeOf at={healthSince} />
      {healthReasons !== null && (
        <>
          : <bdi>{healthReasons}</bdi>
        </>
      )}
    </p>
  );
}
