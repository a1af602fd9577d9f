import type { Redis } from 'ioredis';

/** What one call of the API made Redis do. */
export interface RedisWork {
  /** Commands, those inside scripts included. */
  commands: number;
  /** What Redis answered, in bytes: every place and every text that was read is in it. */
  bytes: number;
  /** From when a command began until it ended, in all. */
  us: number;
  /** Processor time of the thread that serves, for sockets and parsing too; of it other programs on the core take none. */
  cpuUs: number;
  /** The longest single command: nobody else is served meanwhile. */
  longestUs: number;
}

/** An entry of the slow log: its id, its time, how long it took, the command. */
type Slow = [id: number, at: number, us: number, words: string[], ...unknown[]];

const own = new Set(['slowlog', 'info', 'config']);

/** Runs one call and sums up what its Redis does meanwhile, command by command. */
export async function redisWorkOf<T>(client: Redis, call: () => Promise<T>): Promise<[T, RedisWork]> {
  await client.config('SET', 'slowlog-log-slower-than', '0', 'slowlog-max-len', '100000');
  await client.slowlog('RESET');
  // Twice: what the second one takes is what the one after the call takes as well.
  const idle = await client.info('everything');
  const before = await client.info('everything');
  const result = await call();
  const after = await client.info('everything');
  const entries = (await client.slowlog('GET', '-1')) as Slow[];
  const times = entries.filter(([, , , [name = '']]) => !own.has(name.toLowerCase())).map(([, , us]) => us);
  return [
    result,
    {
      commands: commandsIn(after) - commandsIn(before),
      // The first of the two answers to INFO went out after it was written.
      bytes: outputIn(after) - outputIn(before) - Buffer.byteLength(before),
      us: times.reduce((sum, us) => sum + us, 0),
      cpuUs: Math.max(0, cpuUsIn(after) - cpuUsIn(before) - (cpuUsIn(before) - cpuUsIn(idle))),
      longestUs: Math.max(0, ...times),
    },
  ];
}

function commandsIn(info: string): number {
  let sum = 0;
  for (const [, name = '', calls] of info.matchAll(/^cmdstat_([^:|]+)[^:]*:calls=(\d+)/gm)) {
    if (!own.has(name)) sum += Number(calls);
  }
  return sum;
}

function cpuUsIn(info: string): number {
  const all = [...info.matchAll(/^used_cpu_(?:sys|user)_main_thread:([\d.]+)/gm)];
  return all.reduce((sum, [, seconds]) => sum + Number(seconds) * 1e6, 0);
}

function outputIn(info: string): number {
  return Number(/^total_net_output_bytes:(\d+)/m.exec(info)?.[1] ?? 0);
}
