/** Where the words of a run go. The caller knows the terminal; the simulator reads no environment. */
export interface SimulationOutput {
  /** The report, or the line of JSON. */
  stdout(text: string): void;
  /** What happens meanwhile. */
  stderr(text: string): void;
  /** Columns of the terminal behind stderr; null: it is none, so no line is rewritten. */
  columns: number | null;
  /** Whether stdout takes colours. */
  colour: boolean;
}

/** `1 service`, `2 services`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
