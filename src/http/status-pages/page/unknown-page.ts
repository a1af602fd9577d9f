import type { PublicPage } from '../../schemas/status-page.ts';

/** A page of which nothing is known any more since a time: what else stands on it was known then. */
export function unknownPage(
  page: PublicPage,
  times: { since: string; madeAt: string; validUntil: string },
): PublicPage {
  const { since, madeAt, validUntil } = times;
  return {
    ...{ ...page, madeAt, validUntil },
    unknownSince: since,
    state: 'unknown',
    groups: page.groups.map(({ title, components }) => ({
      title,
      components: components.map((component) => ({ ...component, state: 'unknown' as const })),
    })),
  };
}
