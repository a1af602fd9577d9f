import type { CommitOutcome } from '../../actors/ports/ports.ts';
import type { RedisClient } from './connect.ts';
import { loadScript } from './script.ts';

const commitScript = loadScript('commit');

/** A Redis command with its key as second word. */
export type Command = [name: string, key: string, ...args: (string | number)[]];

/** What must still hold, as a command and the reply that it must give; a missing value is ''. */
export interface Comparison {
  command: Command;
  expected: string | number;
}

/** Writes all of `write` in one step if everything in `compare` still holds, else nothing. One partition at a time. */
export async function commit(
  client: RedisClient,
  compare: readonly Comparison[],
  write: readonly Command[],
): Promise<CommitOutcome> {
  const plan = {
    compare: compare.map(({ command, expected }) => [...command, expected].map(String)),
    write: write.map((command) => command.map(String)),
  };
  const keys = new Set([...compare.map(({ command }) => command[1]), ...write.map((command) => command[1])]);
  const reply = await commitScript.run(client, [...keys], [JSON.stringify(plan)]);
  return reply === 1 ? { kind: 'committed' } : { kind: 'stale' };
}
