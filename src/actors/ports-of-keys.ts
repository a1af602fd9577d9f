import type { ApiKey } from '../domain/api-key.ts';

/** The key store. */
export interface ApiKeys {
  all(): Promise<ApiKey[]>;
  save(key: ApiKey): Promise<void>;
  /** False: there was no such key. */
  revoke(keyId: string): Promise<boolean>;
}
