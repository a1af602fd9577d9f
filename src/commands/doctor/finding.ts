/** What the doctor found of one thing; `act`: something must be done, `look`: it would be better otherwise. */
export interface Finding {
  what: string;
  level: 'ok' | 'look' | 'act';
  found: string;
  /** What to do; null when nothing is. */
  advice: string | null;
}
