import type { BlindGap } from '../domain/clear-time.ts';

/** An entry of the blind ledger, `from:to`. */
export function toGap(text: string): BlindGap {
  const [fromMs = 0, toMs = 0] = text.split(':').map(Number);
  return { fromMs, toMs };
}
