import type { Came, Self } from './reference-newcomers.ts';
import type { Seen } from './reference-rules.ts';

/** What a party knows of an instance since it looked: it may act on that and on nothing newer. */
export interface Look {
  nowMs: number;
  gaps: { fromMs: number; toMs: number }[];
  isDeaf: boolean;
  /** The newest sign of the ingest path then. */
  tickMs: number;
  revision: number | null;
  seen: Seen | null;
  /** Of the silent one: a newcomer is newer, and may be of another version. */
  self: Self;
  /** What its party read of the siblings since: it checks several instances side by side, and does not say for which. */
  newcomers: Came[][];
  isOneAlive: boolean[];
}
