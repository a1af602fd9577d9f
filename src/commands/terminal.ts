/** Where a command prints, and how it ends. Data goes to `out`, everything else to `err`. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  exit(code: number): void;
  /** Whether people look at it: then colours and rewritten lines are welcome. */
  isInteractive: boolean;
  columns: number | null;
  colour: boolean;
}
