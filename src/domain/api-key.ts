/** What a key may do: report instances, look, act on incidents, or change the monitor itself. */
export const scopes = ['ingest', 'read', 'operate', 'admin'] as const;

export type Scope = (typeof scopes)[number];

/** A key as it is stored: never its secret, only the hash. */
export interface ApiKey {
  /** The public part: 8 characters, shown in lists and logs. */
  keyId: string;
  /** SHA-256 of the whole key, in hex. */
  hash: string;
  name: string;
  scopes: Scope[];
  /** Globs; empty: all. */
  environments: string[];
  services: string[];
  createdAtMs: number;
  expiresAtMs: number | null;
  /** How many living instances may be registered with it; 0: any number, null: as many as the monitor allows each key. */
  maxInstances: number | null;
}

const format = /^smk_([A-Za-z0-9]{8})_[A-Za-z0-9_-]{43}$/;

/** The public id in a key's text; null when the text is no key. */
export function keyIdOf(text: string): string | null {
  return format.exec(text)?.[1] ?? null;
}

/** A key's text from its parts: `smk_`, 8 characters of public id, 43 of secret. */
export function keyText(keyId: string, secret: string): string {
  return `smk_${keyId}_${secret}`;
}
