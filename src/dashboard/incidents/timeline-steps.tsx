import type { ComponentChildren } from 'preact';
import { formatDuration } from '../../domain/duration.ts';
import type { Incident } from '../monitor/wire-types.ts';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { localTime } from '../wording/local-time.ts';
import { own } from '../wording/own.ts';

type Entry = Incident['timeline'][number];

interface Props {
  incident: Incident;
  startedAtMs: number;
}

/** What happened in an incident, one step after the other. */
export function TimelineSteps({ incident: { timeline, startedAt }, startedAtMs }: Props) {
  return (
    <ol class="steps">
      <Step at={startedAt}>The outage begins</Step>
      {timeline.map((entry, i) => (
        <Step key={i} at={entry.at}>
          {'action' in entry ? <Act {...entry} /> : <Change {...entry} startedAtMs={startedAtMs} />}
        </Step>
      ))}
    </ol>
  );
}

function Step({ at, children }: { at: string; children: ComponentChildren }) {
  return (
    <li>
      <span class="at">
        <TimeOf at={at} say={localTime.clock} />
      </span>
      <span>{children}</span>
    </li>
  );
}

function Change({ at, to, startedAtMs }: { at: string; to: string; startedAtMs: number }) {
  const afterMs = Date.parse(at) - startedAtMs;
  return (
    <>
      <StatusChip status={to} />
      {afterMs > 0 && <span class="hint"> after {formatDuration(afterMs)}</span>}
    </>
  );
}

const acts = { acknowledged: 'looks at it', noted: 'notes', resolved: 'resolved it' };

function Act({ action, by, note, ...entry }: Extract<Entry, { action: string }>) {
  return (
    <>
      <bdi>{by}</bdi>
      {` ${own(acts, action) ?? action}`}
      {entry.public === true && ' in public'}
      {note !== null && (
        <>
          : <bdi>{note}</bdi>
        </>
      )}
    </>
  );
}
