import { useState } from 'preact/hooks';
import type { Uptime } from '../monitor/wire-types.ts';
import { formatShare } from '../wording/format-share.ts';
import { DayBars } from './day-bars.tsx';
import { DayDetail } from './day-detail.tsx';
import { describeDay, isTroubled } from './describe-day.ts';

/**
 * How long a service was up on each of the last days: bars to glance at, in words the days that were not healthy throughout, and
 * of the day that is pressed what happened on it.
 */
export function UptimeSection({ uptime }: { uptime: Uptime }) {
  const [chosen, choose] = useState<string | null>(null);
  const { days, serviceId } = uptime;
  const all =
    uptime.uptime === null ? 'Not watched so far' : `${formatShare(uptime.uptime)} up in ${days.length} days`;
  const troubled = days.filter(isTroubled).toReversed();
  const at = days.findIndex(({ date }) => date === chosen);
  const day = days[at];
  return (
    <section>
      <h2>Uptime</h2>
      <p>{all}</p>
      <DayBars
        days={days}
        chosen={chosen}
        choose={choose}
        label={`${all}; press a day to see what happened`}
      />
      {day !== undefined && (
        <DayDetail
          serviceId={serviceId}
          day={day}
          before={days[at - 1]?.date ?? null}
          after={days[at + 1]?.date ?? null}
          choose={choose}
        />
      )}
      {troubled.length > 0 && (
        <details>
          <summary>
            {troubled.length === 1 ? '1 day was' : `${troubled.length} days were`} not healthy throughout
          </summary>
          <ul>
            {troubled.map((each) => (
              <li key={each.date}>
                <button type="button" class="link" onClick={() => choose(each.date)}>
                  {describeDay(each)}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
