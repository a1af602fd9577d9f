import type { Page, PageRequest } from '../../src/actors/ports/reading.ts';

/** Everything that a list has, page by page. */
export async function allPages<T>(read: (request: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  let after: string | null = null;
  do {
    const page: Page<T> = await read({ limit: 200, after });
    items.push(...page.items);
    after = page.next;
  } while (after !== null);
  return items;
}
