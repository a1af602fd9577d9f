import { formatDuration } from '../../domain/duration.ts';
import type { Incident } from '../monitor/wire-types.ts';
import { StatusIcon } from '../parts/status-icon.tsx';
import { localTime } from '../wording/local-time.ts';
import type { Outline } from './outline-incident.ts';
import { TimelineSteps } from './timeline-steps.tsx';

interface Props {
  incident: Incident;
  outline: Outline;
}

/** An incident as a line from its first silence to its end, and the same as a list of steps. */
export function TimelinePicture({ incident, outline: { startedAtMs, resolvedAtMs, stretches } }: Props) {
  return (
    <div class="card timeline">
      <div class="track" aria-hidden="true">
        {stretches.map(({ status, fromMs, toMs }, i) => {
          const ms = toMs - fromMs;
          const isOpenEnd = resolvedAtMs === null && i === stretches.length - 1;
          return (
            <span
              key={fromMs}
              class={`stretch tone-${status.toLowerCase()}${isOpenEnd ? ' goes-on' : ''}`}
              style={{ flexGrow: String(ms) }}
              title={`${status} for ${formatDuration(ms)}, from ${localTime.moment(fromMs)} here`}
            >
              <span>
                <StatusIcon status={status} />
                <span class="word">{status}</span>
              </span>
            </span>
          );
        })}
      </div>
      <p class="ends" aria-hidden="true">
        <span>{localTime.clock(startedAtMs)}</span>
        <span>{resolvedAtMs === null ? 'now' : localTime.clock(resolvedAtMs)}</span>
      </p>
      <TimelineSteps incident={incident} startedAtMs={startedAtMs} />
    </div>
  );
}
