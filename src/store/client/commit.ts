import type { CommitOutcome } from '../../actors/ports/commits.ts';
import type { RedisClient } from './connect.ts';
import { loadScript } from './script.ts';

const commitScript = loadScript('commit');

/** The moment of the commit, and so many milliseconds more: nobody has to read the clock before it. */
export class Now {
  readonly clock: string;
  readonly plusMs: number;

  constructor({ clock }: { clock: string }, plusMs = 0) {
    this.clock = clock;
    this.plusMs = plusMs;
  }
}

/** A word of a command as it is written. */
export type Word = string | number | Now;

/** A Redis command with its key as second word. */
export type Command = [name: string, key: string, ...args: Word[]];

/** What must still hold, as a command and the reply that it must give; a missing value is ''. */
export interface Comparison {
  command: [name: string, key: string, ...args: (string | number)[]];
  expected: string | number;
}

/** Writes all of `write` in one step if everything in `compare` still holds, else nothing. One partition at a time. */
export async function commit(
  client: RedisClient,
  compare: readonly Comparison[],
  write: readonly Command[],
): Promise<CommitOutcome> {
  const clock = write.flat().find((word) => word instanceof Now)?.clock;
  const plan = {
    compare: compare.map(({ command, expected }) => [...command, expected].map(String)),
    write: write.map((command) => command.map((word) => (word instanceof Now ? word.plusMs : String(word)))),
    clock,
  };
  const keys = new Set([...compare.map(({ command }) => command[1]), ...write.map((command) => command[1])]);
  if (clock !== undefined) keys.add(clock);
  const reply = await commitScript.run(client, [...keys], [JSON.stringify(plan)]);
  return reply === 1 ? { kind: 'committed' } : { kind: 'stale' };
}
