import { formatDuration } from '../../domain/duration.ts';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { localTime } from '../wording/local-time.ts';
import { own } from '../wording/own.ts';
import type { Stretch } from './course-of-day.ts';

/** What is no status. */
const others = {
  maintenance: 'Maintenance',
  blind: 'The monitor was blind',
  notWatched: 'Not watched',
  notKept: 'Kept only in sum',
};

/** The course of a day: as a line from its beginning to its end, and the same as a list. */
export function StretchList({
  stretches,
  time,
}: {
  stretches: readonly Stretch[];
  time: { fromMs: number; toMs: number };
}) {
  const endMs = stretches.at(-1)?.toMs ?? time.fromMs;
  return (
    <>
      <div class="track day-track" aria-hidden="true">
        {stretches.map(({ state, fromMs, toMs }) => (
          <span
            key={fromMs}
            class={`stretch tone-${state.toLowerCase()}`}
            style={{ flexGrow: String(toMs - fromMs) }}
          />
        ))}
        {endMs < time.toMs && <span class="ahead" style={{ flexGrow: String(time.toMs - endMs) }} />}
      </div>
      <p class="ends" aria-hidden="true">
        <span>{localTime.clock(time.fromMs)}</span>
        <span>{localTime.clock(time.toMs)}</span>
      </p>
      <ol class="stretches" aria-label="Its course">
        {stretches.map(({ state, fromMs, toMs }) => (
          <li key={fromMs}>
            <span class="at">
              <Clock atMs={fromMs} /> – <Clock atMs={toMs} />
            </span>
            <StatusChip status={state} word={own(others, state) ?? state} />
            <span class="hint">{formatDuration(toMs - fromMs)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Clock({ atMs }: { atMs: number }) {
  return <TimeOf at={new Date(atMs).toISOString()} say={localTime.clock} />;
}
