import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttemptOutcome } from '../../../src/domain/retry-schedule.ts';
import { rowFor } from '../../store/notifications/notification-row.ts';
import { openActors, type TestActors } from '../open-actors.ts';
import { startCircuitWorker } from './start-circuit-worker.ts';

let actors: TestActors;
beforeAll(async () => {
  actors = await openActors();
});
afterAll(() => actors.close());

test('a node that stops while it sends opens no circuit: the others go on', async () => {
  const interrupted: AttemptOutcome = {
    ...{ kind: 'failed', permanent: false, reason: 'interrupted after 5.0 s', isInterrupted: true },
  };
  const worker = startCircuitWorker(actors, {
    ...{ name: 'stopping', configuration: 'first' },
    send: async () => interrupted,
  });
  const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
  for (let i = 0; i < 6; i++) {
    const incidentId = actors.ids.incidentId(actors.ids.serviceId('orders', 'test'), i);
    const row = rowFor(actors, { incidentId, createdAtMs: nowMs, nextAttemptAtMs: nowMs });
    await actors.notifications.plan([row]);
    expect(await worker.deliver(row.notificationId)).toMatchObject({ kind: 'later', delayMs: 5_000 });
  }
  expect(await actors.client.hgetall(actors.keys.circuits)).toEqual({});
});
