import type { Redis } from 'ioredis';
import type { MonitorEvent } from '../../src/domain/events.ts';

/** Every Down of an instance in the first partition's stream, of which only these are parsed: there may be millions. */
export async function readDowns(client: Redis): Promise<{ instanceId: string; committedAtMs: number }[]> {
  const downs: { instanceId: string; committedAtMs: number }[] = [];
  let from = '-';
  for (;;) {
    const page = await client.xrange('{m0}:events', from, '+', 'COUNT', 1_000);
    for (const [id, [, text = '']] of page) {
      if (!text.includes('"to":"Down"')) continue;
      const event = JSON.parse(text) as MonitorEvent;
      if (event.type !== 'instance.changed') continue;
      downs.push({ instanceId: event.instanceId, committedAtMs: Number(id.split('-')[0]) });
    }
    const last = page.at(-1)?.[0];
    if (last === undefined || page.length < 1_000) return downs;
    from = `(${last}`;
  }
}
