/** One environment variable: what it means, and what it is when it is not set. */
export interface Setting {
  name: string;
  /** As it is shown in the table; the empty text means that it is derived, and `meaning` says from what. */
  fallback: string;
  meaning: string;
  /** A secret may come from a file named in `<name>_FILE`, and is never printed. */
  secret?: boolean;
}
