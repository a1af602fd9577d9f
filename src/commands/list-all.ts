import type { AskMonitor, Listed } from './ask-monitor.ts';

/** What a list is filtered by; several texts are several filters of one name. */
export type Filters = Record<string, string | readonly string[] | undefined>;

const mostAtOnce = 200;

/** The first `limit` items of a list, page by page, and whether there are more. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what is listed is the caller's to know
export async function listAll<T>(
  ask: AskMonitor,
  path: string,
  filters: Filters,
  limit: number,
): Promise<{ items: T[]; isCut: boolean }> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: String(Math.min(mostAtOnce, limit - items.length)) });
    for (const [name, value] of Object.entries(filters))
      for (const one of [value ?? []].flat()) query.append(name, one);
    if (cursor !== null) query.set('cursor', cursor);
    const page: Listed<T> = await ask('GET', `${path}?${query.toString()}`);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < limit);
  return { items, isCut: cursor !== null };
}
