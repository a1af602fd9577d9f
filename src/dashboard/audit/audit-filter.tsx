import { usePage } from '../page/page-context.ts';
import { auditWords } from './audit-words.ts';

/** Which entries are listed; it stands in the address. */
export function AuditFilter() {
  const { auditFilter, actions } = usePage();
  const { act, by } = auditFilter.value;
  const isKnown = act === '' || auditWords.all.some(([name]) => name === act);
  return (
    <div class="filter audit" role="search">
      <label class="unseen" for="by">
        Name of the key or the person; * is any text
      </label>
      <input
        id="by"
        type="search"
        placeholder="By whom, such as Ada*"
        autocomplete="off"
        value={by}
        onChange={({ currentTarget }) => actions.filterAudit({ by: currentTarget.value.trim() })}
      />
      <label class="unseen" for="act">
        What was done
      </label>
      <select
        id="act"
        value={act}
        onChange={({ currentTarget }) => actions.filterAudit({ act: currentTarget.value })}
      >
        <option value="">Everything</option>
        {auditWords.all.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
        {!isKnown && <option value={act}>{act}</option>}
      </select>
    </div>
  );
}
