import { usePage } from '../page/page-context.ts';

/** Draws the next rows of a long list; nothing when all are drawn. */
export function MoreButton({ total }: { total: number }) {
  const { rows, actions } = usePage();
  if (total <= rows.value) return null;
  return (
    <button type="button" class="more" onClick={() => actions.moreRows()}>
      Show more ({total - rows.value} left)
    </button>
  );
}
