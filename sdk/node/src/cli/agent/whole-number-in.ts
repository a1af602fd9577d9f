/** The number that a flag names; throws what is wrong with it. */
export function wholeNumberIn(name: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`--${name} must be a whole number from 1 on`);
  return Number(text);
}
