/** Where a command prints, and how it ends. Data goes to `out`, everything else to `err`. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** The exit code, once there is nothing left to do. */
  exit(code: number): void;
  /** Ends the process, whatever is left to do. */
  exitNow(code: number): void;
  /** Whether what goes to `out` is seen by a person, and kept in no log. */
  isSeen: boolean;
  /** Whether people look at it: then colours and rewritten lines are welcome. */
  isInteractive: boolean;
  columns: number | null;
  colour: boolean;
}

/** How wide what goes to `out` may be; null: nobody sees it, or nobody knows. */
export function columnsOf({ isSeen, columns }: Pick<Terminal, 'isSeen' | 'columns'>): number | null {
  return isSeen ? columns : null;
}
