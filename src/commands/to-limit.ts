import { InvalidArgumentError } from 'commander';

/** How many items of a list are wanted. */
export function toLimit(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1 on.');
  return Number(text);
}
