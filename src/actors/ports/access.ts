import type { ApiKey } from '../../domain/api-key.ts';
import type { AuditEntry, ListedAuditEntry } from '../../domain/audit.ts';
import type { NewServices } from '../../domain/quota.ts';
import type { Page, PageRequest } from './reading.ts';

/** The key store. */
export interface ApiKeys {
  all(): Promise<ApiKey[]>;
  save(key: ApiKey): Promise<void>;
  /** Stores a key that came from outside, unless it was revoked: a revocation lasts. */
  provide(key: ApiKey): Promise<{ kind: 'provided'; isNew: boolean } | { kind: 'revoked'; atMs: number }>;
  /** False: there was no such key. */
  revoke(keyId: string): Promise<boolean>;
}

/** What a new key shall be able to do. */
export type WantedKey = Pick<
  ApiKey,
  'name' | 'scopes' | 'environments' | 'services' | 'expiresAtMs' | 'maxInstances'
>;

/** Makes a key, which still has to be stored; its text exists only in this answer. */
export type MakeKey = (wanted: WantedKey) => { key: ApiKey; text: string };

/** What keys have used up of what they may. */
export interface Quotas {
  /** Living instances that were registered with this key. */
  livingInstances(keyId: string): Promise<number>;
  /** The same counted one by one, and kept: the count that commits carry along is corrected by it. */
  recount(keyId: string): Promise<number>;
  /** Counts a new service of this key within the minute that began with its first. */
  noteNewService(keyId: string, serviceId: string): Promise<NewServices>;
  /** It was refused: the minute goes on without it. */
  forgetNewService(keyId: string, serviceId: string): Promise<void>;
}

/** The record of what was done with powerful keys; the newest 20,000 entries are kept, for a time that is a setting. */
export interface AuditTrail {
  /** Resolves when it is stored: only then may the act be done. */
  note(entry: AuditEntry): Promise<void>;
  /** Newest first; those that are wanted, if not all are. */
  list(
    request: PageRequest,
    isWanted?: (entry: ListedAuditEntry) => boolean,
  ): Promise<Page<ListedAuditEntry>>;
}
