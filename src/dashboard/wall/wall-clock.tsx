import { usePage } from '../page/page-context.ts';
import { localTime } from '../wording/local-time.ts';

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });

/** What time it is: a clock that stands still says that this screen does not work. */
export function WallClock() {
  const { nowMs } = usePage();
  const now = nowMs.value;
  const utc = new Date(now).toISOString().slice(11, 16);
  return (
    <p class="wall-clock" aria-live="off">
      <time dateTime={new Date(now).toISOString()}>{localTime.clock(now)}</time>
      <span>
        {day.format(now)} · {utc} UTC
      </span>
    </p>
  );
}
