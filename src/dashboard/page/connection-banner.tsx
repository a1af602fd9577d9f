import { StatusIcon } from '../parts/status-icon.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { formatRunning } from '../wording/format-running.ts';
import { localTime } from '../wording/local-time.ts';
import { isStale } from './is-stale.ts';
import { usePage } from './page-context.ts';

const said = {
  unreachable: 'The monitor cannot be reached.',
  foreign: 'Another server answers instead of the monitor.',
  unavailable: 'The monitor answers, but cannot read its data.',
  unreadable: 'The answer of the monitor is not valid for this page.',
};

/** Says loudly when what is shown is not of now: a page that looks healthy because it is old is worse than none. */
export function ConnectionBanner() {
  const page = usePage();
  return (
    <div class="banner-place" role="alert">
      {isStale(page) && <Banner />}
    </div>
  );
}

function Banner() {
  const { connection } = usePage();
  const failing = connection.value.kind === 'failing' ? connection.value : null;
  return (
    <div class="banner">
      <StatusIcon status="Degraded" />
      <p>
        <strong>{failing === null ? 'No data was read for a long time.' : said[failing.why]}</strong>{' '}
        {failing === null ? 'Waiting for the monitor.' : `${failing.reason} Trying again.`}
      </p>
      <Age sinceMs={failing?.sinceMs ?? null} />
    </div>
  );
}

/** The words that count seconds are not read out again each second. */
function Age({ sinceMs }: { sinceMs: number | null }) {
  const { readAtMs, nowMs } = usePage();
  const atMs = readAtMs.value ?? sinceMs;
  if (atMs === null) return null;
  return (
    <p aria-live="off">
      {readAtMs.value === null ? 'Since ' : 'This page shows the state of '}
      <TimeOf at={new Date(atMs).toISOString()} say={localTime.moment} />, {formatRunning(nowMs.value - atMs)}{' '}
      ago.
    </p>
  );
}
