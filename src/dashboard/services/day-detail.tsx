import { useLayoutEffect, useRef } from 'preact/hooks';
import { IncidentRow } from '../incidents/incident-row.tsx';
import type { History, Incident } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { useReading } from '../page/use-reading.ts';
import { TimeOf } from '../parts/time-of.tsx';
import { localTime } from '../wording/local-time.ts';
import { courseOf, type Stretch } from './course-of-day.ts';
import { type Day, describeTimes } from './describe-day.ts';
import { readDay, timeOfDay } from './read-day.ts';
import { StretchList } from './stretch-list.tsx';

interface Props {
  serviceId: string;
  day: Day;
  /** The days beside it; null: there is none. */
  before: string | null;
  after: string | null;
  choose(date: string | null): void;
}

const usualRestMs = 60_000;

/** What happened to a service on a day. */
export function DayDetail({ serviceId, day, before, after, choose }: Props) {
  const { date } = day;
  const place = useRef<HTMLElement>(null);
  const of = { serviceId, date };
  const found = useReading(
    Object.values(of).join(),
    (client, signal) => readDay(client, of, signal),
    after === null ? usualRestMs : undefined,
  );
  useLayoutEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [date]);
  return (
    <article class="card day-detail" ref={place} aria-label={`${date} (UTC)`}>
      <p class="day-head">
        <strong>{date}</strong> <span class="hint">UTC, with times as they are here</span>
        <span class="day-acts">
          <Step to={before} choose={choose} name="The day before" sign="←" />
          <Step to={after} choose={choose} name="The day after" sign="→" />
          <button type="button" class="quiet" onClick={() => choose(null)}>
            Close
          </button>
        </span>
      </p>
      <p aria-live="polite">{describeTimes(day)}</p>
      {found.kind === 'reading' && <p class="hint">Reading …</p>}
      {found.kind === 'failed' && <p class="hint">What happened cannot be read. {found.reason}</p>}
      {found.kind === 'read' && <Happened day={day} {...found.value} />}
    </article>
  );
}

function Step({
  to,
  choose,
  name,
  sign,
}: {
  to: string | null;
  choose(date: string): void;
  name: string;
  sign: string;
}) {
  return (
    <button
      type="button"
      class="quiet"
      disabled={to === null}
      aria-label={name}
      onClick={() => to !== null && choose(to)}
    >
      {sign}
    </button>
  );
}

function Happened({ day, history, incidents }: { day: Day; history: History; incidents: Incident[] }) {
  const { nowMs } = usePage();
  const whole = timeOfDay(day.date);
  const time = { fromMs: whole.fromMs, toMs: Math.min(whole.toMs, nowMs.value) };
  const stretches = courseOfKept(history, time, day.seconds.notWatched);
  return (
    <>
      <StretchList stretches={stretches} time={whole} />
      {history.nextCursor !== null && <p class="hint">Only the newest of its changes are listed.</p>}
      {history.deploys.length > 0 && (
        <ul class="deploys" aria-label="Changes of version">
          {history.deploys.map(({ at, version, previousVersion }) => (
            <li key={at}>
              <TimeOf at={at} say={localTime.clock} /> version <bdi>{version}</bdi>{' '}
              <span class="hint">
                before: <bdi>{previousVersion}</bdi>
              </span>
            </li>
          ))}
        </ul>
      )}
      <h3>Incidents</h3>
      {incidents.length === 0 ? (
        <p class="hint">None on this day.</p>
      ) : (
        <ul class="rows">
          {incidents.map((incident) => (
            <IncidentRow key={incident.incidentId} incident={incident} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Statuses are kept for less long than the sums of the days: what the sums say was watched was so, even if it is not listed. */
function courseOfKept(
  history: History,
  time: { fromMs: number; toMs: number },
  notWatchedSeconds: number,
): Stretch[] {
  const course = courseOf(history, time, true);
  const ms = course
    .filter(({ state }) => state === 'notWatched')
    .reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const isKept = history.nextCursor === null && ms - notWatchedSeconds * 1000 < 60_000;
  return isKept ? course : courseOf(history, time, false);
}
