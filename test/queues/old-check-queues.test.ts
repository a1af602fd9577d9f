import { Queue } from 'bullmq';
import { expect, test } from 'vitest';
import { openCheckQueue } from '../../src/queues/check-queue.ts';
import { oldCheckQueueName, removeOldCheckQueues } from '../../src/queues/old-check-queues.ts';
import { connect } from '../../src/store/client/connect.ts';
import { openTestRedis } from '../support/open-redis.ts';

test('what the version before left in its queues goes, and nothing else', async () => {
  const redis = await openTestRedis();
  const connection = connect(redis.url, 'blocking', () => undefined);
  const errors: Error[] = [];
  const onError = (error: Error) => void errors.push(error);
  const tags = ['{m0}', '{m1}'];
  const queue = openCheckQueue(connection, tags, { onError, onLost: () => undefined });
  const old = new Queue(oldCheckQueueName, { connection, prefix: '{m0}' });
  try {
    const instanceId = '00000000-0000-8000-8000-000000000001';
    await old.add('check-instance', null, { jobId: `check-${instanceId}-3`, delay: 60_000 });
    await queue.arm(1_000_000, [{ instanceId, dueAtMs: 1_060_000 }]);
    for (let time = 0; time < 2; time++) await removeOldCheckQueues(connection, tags, onError);
    expect(await connection.keys('{m*}:check:*')).toEqual([]);
    expect(await queue.counts()).toMatchObject({ delayed: 1 });
    expect(errors).toEqual([]);
  } finally {
    await old.close();
    await queue.close();
    connection.disconnect();
    await redis.close();
  }
});
