/** What came back, or why nothing did. */
export type Exchange =
  | { kind: 'reply'; status: number; text: string; retryAfter: string | null; location: string | null }
  | { kind: 'no-reply'; reason: string };

export interface Outgoing {
  method: 'POST' | 'DELETE';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  timeoutMs: number;
  signal: AbortSignal;
}
