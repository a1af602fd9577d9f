import type { ApiKey } from '../../domain/api-key.ts';

/** The key store. */
export interface ApiKeys {
  all(): Promise<ApiKey[]>;
  save(key: ApiKey): Promise<void>;
  /** Stores a key that came from outside, unless it was revoked: a revocation lasts. */
  provide(key: ApiKey): Promise<{ kind: 'provided'; isNew: boolean } | { kind: 'revoked'; atMs: number }>;
  /** False: there was no such key. */
  revoke(keyId: string): Promise<boolean>;
}
