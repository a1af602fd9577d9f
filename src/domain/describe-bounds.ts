import type { ApiKey } from './api-key.ts';

/** What a key is bound to, each glob with what it is of: `environment prod*, service shop-*`; empty: nothing. */
export function describeBounds({
  environments,
  services,
}: Pick<ApiKey, 'environments' | 'services'>): string {
  return [
    ...environments.map((glob) => `environment ${glob}`),
    ...services.map((glob) => `service ${glob}`),
  ].join(', ');
}
