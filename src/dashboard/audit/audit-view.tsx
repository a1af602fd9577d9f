import type { AuditEntry, Listing } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { Title } from '../page/title.tsx';
import { AuditFilter } from './audit-filter.tsx';
import { AuditRecord } from './audit-record.tsx';

/** `#/audit`: who did what, newest first. */
export function AuditView({ entries }: { entries: Listing<AuditEntry> }) {
  const { actions } = usePage();
  const { items, isCut } = entries;
  return (
    <>
      <Title>Audit log</Title>
      <p class="under">
        Who did what with an API key, newest first. An act is written down before it is done.
      </p>
      <AuditFilter />
      {items.length === 0 ? (
        <p class="empty">{isCut ? 'None among the newest entries.' : 'There is no such entry.'}</p>
      ) : (
        <ul class="rows records" aria-label="Audit log">
          {items.map((entry) => (
            <AuditRecord key={entry.auditId} entry={entry} />
          ))}
        </ul>
      )}
      {isCut && (
        <button type="button" class="more" onClick={() => actions.olderEntries()}>
          Show older entries
        </button>
      )}
    </>
  );
}
