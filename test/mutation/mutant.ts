/** One clause of the rules, broken on purpose. */
export interface Mutant {
  /** The file and what stands in it, exactly once. */
  file: string;
  find: string;
  replace: string;
  /** What no longer holds. */
  clause: string;
  /** Why no test can tell the difference, where none can. */
  equivalent?: string;
}

/** The file's text with the clause broken; refuses when the place is not there exactly once. */
export function applyMutant(text: string, { file, find, replace, clause }: Mutant): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} does not hold what breaks "${clause}" exactly once`);
  }
  return `${before}${replace}${after}`;
}
