import type { ServiceMatch } from './matches-service.ts';

/** A value that only the key can open with which it was sealed. */
export interface SealedValue {
  keyId: string;
  nonce: string;
  sealed: string;
}

/** A channel that was made over the API, as it is stored: nothing secret of it can be read. */
export interface StoredChannel {
  channelId: string;
  /** Another one after each change. */
  version: string;
  /** Switched off it is kept, and nothing is sent to it. */
  isEnabled: boolean;
  /** The services that it is told of, whatever the routes say; null: what the routes say. */
  match: ServiceMatch | null;
  /** As it was given, with its type and without its id and its secrets. */
  settings: Readonly<Record<string, unknown>>;
  /** The secret fields, each sealed as a whole. */
  secrets: Readonly<Record<string, SealedValue>>;
  createdAtMs: number;
  changedAtMs: number;
  /** The name of the API key, or of the person, that changed it last. */
  changedBy: string;
}
