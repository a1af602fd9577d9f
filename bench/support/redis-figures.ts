import type { Redis } from 'ioredis';

/** What a Redis has done and holds so far. */
export interface RedisFigures {
  commands: number;
  aofBytes: number;
  memoryBytes: number;
  /** Microseconds spent in commands, scripts with all that they call. */
  busyUs: number;
  commandUs: Record<string, { calls: number; usec: number }>;
}

export async function redisFigures(client: Redis): Promise<RedisFigures> {
  const info = await client.info('all');
  const number = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const commandUs: RedisFigures['commandUs'] = {};
  for (const [, name = '', calls, usec] of info.matchAll(/^cmdstat_([^:]+):calls=(\d+),usec=(\d+)/gm)) {
    commandUs[name] = { calls: Number(calls), usec: Number(usec) };
  }
  // Commands that a script calls are counted for themselves and, as time, in the script's own.
  const outer = ['evalsha', 'eval', 'fcall'].reduce((sum, name) => sum + (commandUs[name]?.usec ?? 0), 0);
  return {
    commands: number('total_commands_processed'),
    aofBytes: number('aof_current_size'),
    memoryBytes: number('used_memory'),
    busyUs: outer,
    commandUs,
  };
}
