import type { AuditEntry } from '../monitor/wire-types.ts';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { localTime } from '../wording/local-time.ts';
import { auditWords } from './audit-words.ts';

/** One entry: who, what, to what, from where. */
export function AuditRecord({ entry }: { entry: AuditEntry }) {
  const { act, at, by, detail, failedBecause, from, target } = entry;
  const address = addressOf(entry);
  return (
    <li class="record">
      <p class="record-head">
        <strong>
          <bdi>{by.name}</bdi>
        </strong>
        {address === null ? auditWords.of(act) : <a href={address}>{auditWords.of(act)}</a>}
        {failedBecause !== null && <StatusChip status="Degraded" word={`failed: ${failedBecause}`} />}
      </p>
      {detail !== null && (
        <p>
          <bdi class="note">{detail}</bdi>
        </p>
      )}
      <p class="hint">
        <TimeOf at={at} say={localTime.moment} /> · from <bdi>{from}</bdi>
        {by.keyId !== null && ` · key ${by.keyId}`}
        {by.subject !== undefined && (
          <>
            {' · signed in as '}
            <bdi>{by.subject}</bdi>
          </>
        )}
        {address === null && target !== null && (
          <>
            {' · '}
            <bdi>{target}</bdi>
          </>
        )}
      </p>
    </li>
  );
}

/** Where what it was done to can be looked at; null: nowhere. */
function addressOf({ act, target }: AuditEntry): string | null {
  if (target === null) return null;
  if (act.startsWith('incident-')) return `#/incidents/${target}`;
  if (act === 'outage-group-acknowledged') return `#/groups/${target}`;
  if (act.startsWith('channel-')) return '#/channels';
  return null;
}
