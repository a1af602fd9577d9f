import { expect, test } from 'vitest';
import { connect } from '../../../src/store/client/connect.ts';
import { createEventStream } from '../../../src/store/events/event-stream.ts';
import { partitionKeys } from '../../../src/store/keys.ts';
import { startFaultRedis } from '../../faults/stage/start-fault-redis.ts';

test('events that were handled before a restart come again after it: their effects may be lost', async () => {
  const redis = await startFaultRedis();
  const client = connect(`redis://127.0.0.1:${redis.port}`, 'blocking', () => undefined);
  try {
    const keys = partitionKeys(0);
    const stream = createEventStream(client, client, keys, 'plan-notifications', 'one');
    await stream.ensureGroup();
    await client.xadd(keys.events, '*', 'event', '{}');
    const [entry] = await stream.next(10);
    expect(entry).toBeDefined();
    await redis.kill();
    await redis.restart();
    await expect(stream.done([entry?.entryId ?? ''])).rejects.toThrow('restarted');

    const again = await stream.abandoned(0);
    expect(again).toEqual([entry]);
    await stream.done(again.map(({ entryId }) => entryId));
    expect(await stream.abandoned(0)).toEqual([]);
  } finally {
    client.disconnect();
    await redis.close();
  }
});
