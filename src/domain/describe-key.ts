import type { ApiKey } from './api-key.ts';

/** What a key may do, in one line: `ci: ingest, read; only environment prod*, service shop-*; until 2027-01-01T00:00:00.000Z`. */
export function describeKey(key: ApiKey, toTime: (ms: number) => string): string {
  const bounds = describeBounds(key);
  return [
    `${key.name}: ${key.scopes.join(', ')}`,
    ...(bounds === '' ? [] : [`only ${bounds}`]),
    ...(key.expiresAtMs === null ? [] : [`until ${toTime(key.expiresAtMs)}`]),
    ...(key.maxInstances === null ? [] : [`${key.maxInstances || 'any number of'} instances`]),
  ].join('; ');
}

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
