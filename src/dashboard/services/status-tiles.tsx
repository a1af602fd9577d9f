import { usePage } from '../page/page-context.ts';
import { StatusIcon } from '../parts/status-icon.tsx';

/** How many services there are in each status; each number is a filter. */
export function StatusTiles({ counts }: { counts: Map<string, number> }) {
  return (
    <div class="tiles" role="group" aria-label="Services by status; press to filter">
      {[...counts].map(([status, count]) => (
        <Tile key={status} status={status} count={count} />
      ))}
    </div>
  );
}

function Tile({ status, count }: { status: string; count: number }) {
  const { filter, actions } = usePage();
  const isPressed = filter.value.status === status;
  return (
    <button
      type="button"
      class={`tile tone-${status.toLowerCase()}${count === 0 ? ' zero' : ''}`}
      aria-pressed={isPressed}
      onClick={() => actions.filter({ status: isPressed ? '' : status })}
    >
      <span class="number">{count}</span>
      <span class="label">
        <StatusIcon status={status} />
        {status}
      </span>
    </button>
  );
}
