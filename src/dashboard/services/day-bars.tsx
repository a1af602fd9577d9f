import { useState } from 'preact/hooks';
import { type Day, describeDay, drawnStates } from './describe-day.ts';

interface Props {
  /** Oldest first. */
  days: readonly Day[];
  chosen: string | null;
  choose(date: string): void;
  label: string;
}

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -7,
  PageDown: 7,
  Home: -1000,
  End: 1000,
};

/** A bar for each day to glance at, and to press. They are one stop of the tabulator: the arrow keys lead from day to day. */
export function DayBars({ days, chosen, choose, label }: Props) {
  const [reached, reach] = useState<string | null>(null);
  const stop = [reached, chosen].find((date) => days.some((day) => day.date === date)) ?? days.at(-1)?.date;
  return (
    <div
      class="days"
      role="toolbar"
      aria-label={label}
      onKeyDown={(event) => {
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const bars = [...event.currentTarget.querySelectorAll('button')];
        const at = bars.findIndex((bar) => bar === document.activeElement);
        bars[Math.min(Math.max(at + step, 0), bars.length - 1)]?.focus();
      }}
    >
      {days.map((day) => (
        <button
          key={day.date}
          type="button"
          class="day"
          title={describeDay(day)}
          aria-pressed={day.date === chosen}
          tabIndex={day.date === stop ? 0 : -1}
          onFocus={() => reach(day.date)}
          onClick={() => choose(day.date)}
        >
          {drawnStates
            .filter(([state]) => day.seconds[state] > 0)
            .map(([state]) => (
              <span key={state} class={`tone-${state}`} style={{ flexGrow: String(day.seconds[state]) }} />
            ))}
        </button>
      ))}
    </div>
  );
}
