import type { PageState } from './page-types.ts';

/** Whether what is shown may not be true any more. */
export function isStale({ connection, isOld }: Pick<PageState, 'connection' | 'isOld'>): boolean {
  return isOld.value || connection.value.kind === 'failing';
}
