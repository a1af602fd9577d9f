import type { ApiKey } from './api-key.ts';

/** What a key may do, in one line: `ci: ingest, read; only prod*, shop-*; until 2027-01-01T00:00:00.000Z`. */
export function describeKey(key: ApiKey, toTime: (ms: number) => string): string {
  const bounds = [...key.environments, ...key.services];
  return [
    `${key.name}: ${key.scopes.join(', ')}`,
    ...(bounds.length === 0 ? [] : [`only ${bounds.join(', ')}`]),
    ...(key.expiresAtMs === null ? [] : [`until ${toTime(key.expiresAtMs)}`]),
    ...(key.maxInstances === null ? [] : [`${key.maxInstances || 'any number of'} instances`]),
  ].join('; ');
}
