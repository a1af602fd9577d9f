import { afterAll, beforeAll, expect, test } from 'vitest';
import { messagesOfIncident } from '../../../src/store/notifications/messages-of-incident.ts';
import { openStore, type TestStore } from '../open-store.ts';
import { rowFor } from './notification-row.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

test('the messages of an incident are read in their order, each once though several channels got it', async () => {
  const down = rowFor(store);
  const other = rowFor(store, {}, 'other channel');
  const resolved = rowFor(store, { kind: 'resolved', createdAtMs: down.createdAtMs + 1 }, 'resolved');
  await store.notifications.plan([resolved, down, { ...other, channelId: 'chat' }]);
  const found = await messagesOfIncident(store.client, store.partitions, down.incidentId);
  expect(found.map(({ kind }) => kind)).toEqual(['down', 'resolved']);
  expect(
    await messagesOfIncident(
      store.client,
      store.partitions,
      store.ids.incidentId(store.ids.serviceId('x', 'y'), 9),
    ),
  ).toEqual([]);
});
