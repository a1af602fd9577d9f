import type { ComponentChildren } from 'preact';
import { formatDuration } from '../../domain/duration.ts';
import { ActBar } from '../acts/act-bar.tsx';
import { publicNoteActs } from '../acts/incident-acts.ts';
import { may } from '../acts/may.ts';
import type { Incident } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
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
export function TimelineSteps({ incident, startedAtMs }: Props) {
  const { timeline, startedAt } = incident;
  const { caller } = usePage();
  const mayOperate = may.operate(caller.value);
  return (
    <ol class="steps">
      <Step at={startedAt}>The outage begins</Step>
      {timeline.map((entry, i) => (
        <Step key={i} at={entry.at}>
          {'action' in entry ? <Act {...entry} /> : <Change {...entry} startedAtMs={startedAtMs} />}
          {'action' in entry && mayOperate && (entry.public === true || entry.retracted != null) && (
            <ActBar
              label="What to do about this public note"
              acts={entry.public === true ? publicNoteActs(incident, entry.at) : []}
            />
          )}
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
      <div>{children}</div>
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
      {entry.retracted != null && (
        <span class="hint">
          {' '}
          (taken off the status pages by <bdi>{entry.retracted.by}</bdi>)
        </span>
      )}
      {note !== null && (
        <>
          : <bdi>{note}</bdi>
        </>
      )}
    </>
  );
}
