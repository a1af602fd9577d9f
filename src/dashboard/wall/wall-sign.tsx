import { isStale } from '../page/is-stale.ts';
import { usePage } from '../page/page-context.ts';
import { StatusIcon } from '../parts/status-icon.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { formatRunning } from '../wording/format-running.ts';
import { localTime } from '../wording/local-time.ts';
import { useDoubt } from './use-doubt.ts';

/** Says so large that nobody overlooks it that what stands here may not be true: it is old, or the monitor does not see all. */
export function WallSign() {
  const page = usePage();
  const doubt = useDoubt();
  return (
    <div role="alert">
      {isStale(page) ? (
        <p class="wall-sign tone-down">
          <StatusIcon status="Down" />
          <span>
            <strong>No contact to the monitor.</strong> <Age />
          </span>
        </p>
      ) : (
        doubt !== null && (
          <p class="wall-sign tone-degraded">
            <StatusIcon status="Degraded" />
            <span>
              <strong>The monitor is impaired.</strong> <bdi>{doubt}</bdi>
            </span>
          </p>
        )
      )}
    </div>
  );
}

/** The seconds are not read out again and again. */
function Age() {
  const { readAtMs, nowMs, connection } = usePage();
  const failing = connection.value.kind === 'failing' ? connection.value.sinceMs : null;
  const atMs = readAtMs.value ?? failing;
  if (atMs === null) return null;
  return (
    <span aria-live="off">
      {readAtMs.value === null ? 'Since ' : 'This is the state of '}
      <TimeOf at={new Date(atMs).toISOString()} say={localTime.clock} />, {formatRunning(nowMs.value - atMs)}{' '}
      ago.
    </span>
  );
}
