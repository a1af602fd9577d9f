import type { Redis } from 'ioredis';
import type { MonitorEvent } from '../../src/domain/events.ts';

/** Every event of a partition's stream, with the moment of its commit. */
export async function readEvents(
  client: Redis,
  partition = 0,
): Promise<{ committedAtMs: number; event: MonitorEvent }[]> {
  const all: { committedAtMs: number; event: MonitorEvent }[] = [];
  let from = '-';
  for (;;) {
    const page = await client.xrange(`{m${partition}}:events`, from, '+', 'COUNT', 10_000);
    for (const [id, fields] of page) {
      all.push({
        committedAtMs: Number(id.split('-')[0]),
        event: JSON.parse(fields[1] ?? 'null') as MonitorEvent,
      });
    }
    const last = page.at(-1)?.[0];
    if (last === undefined || page.length < 10_000) return all;
    from = `(${last}`;
  }
}
