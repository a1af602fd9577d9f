import type { Service } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { Choice } from '../parts/choice.tsx';
import { groupings } from './group-services.ts';

const sorts = [
  { value: 'worst', text: 'Worst first' },
  { value: 'name', text: 'By name' },
  { value: 'changed', text: 'Last change first' },
] as const;

/** Which services are listed, and how; the tiles above it are the filter by status. */
export function ServiceFilter({ services }: { services: readonly Service[] }) {
  const { filter, actions } = usePage();
  const { text, environment, sort, group, rows } = filter.value;
  const isCompact = rows === 'compact';
  const environments = new Set(services.map((service) => service.environment));
  return (
    <div class="filter" role="search">
      <label class="unseen" for="text">
        Find a service by name
      </label>
      <input
        id="text"
        type="search"
        placeholder="Find a service"
        autocomplete="off"
        aria-keyshortcuts="/"
        value={text}
        onInput={({ currentTarget }) => actions.filter({ text: currentTarget.value })}
      />
      <Choice
        id="environment"
        label="Environment"
        choices={[
          { value: '', text: 'All environments' },
          ...[...environments].sort().map((name) => ({ value: name, text: name })),
        ]}
        value={environment}
        choose={(value) => actions.filter({ environment: value })}
      />
      <Choice
        id="group"
        label="Group"
        choices={[
          { value: '', text: 'Not grouped' },
          ...groupings(services).map(({ value, text }) => ({ value, text: `Grouped by ${text}` })),
        ]}
        value={group}
        choose={(value) => actions.filter({ group: value })}
      />
      <Choice
        id="sort"
        label="Order"
        choices={sorts}
        value={sort}
        choose={(value) => actions.filter({ sort: value as typeof sort })}
      />
      <button
        type="button"
        class="density"
        aria-pressed={isCompact}
        onClick={() => actions.filter({ rows: isCompact ? 'roomy' : 'compact' })}
      >
        Compact
      </button>
    </div>
  );
}
