import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../domain/duration.ts';

/** A time that is as long ago as a flag such as `--since 1h` says, as the monitor takes it. */
export function since(text: string): string {
  const ms = parseDuration(text) ?? 0;
  if (ms <= 0) throw new InvalidArgumentError('Give a duration such as 30m, 2h or 1d.');
  return new Date(Date.now() - ms).toISOString();
}
