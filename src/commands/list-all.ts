import type { AskMonitor, Listed } from './ask-monitor.ts';

const mostAtOnce = 200;

/** The first `limit` items of a list, page by page, and whether there are more. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what is listed is the caller's to know
export async function listAll<T>(
  ask: AskMonitor,
  path: string,
  filters: Record<string, string | undefined>,
  limit: number,
): Promise<{ items: T[]; isCut: boolean }> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: String(Math.min(mostAtOnce, limit - items.length)) });
    for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value);
    if (cursor !== null) query.set('cursor', cursor);
    const page: Listed<T> = await ask('GET', `${path}?${query.toString()}`);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < limit);
  return { items, isCut: cursor !== null };
}
