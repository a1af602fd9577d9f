import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;

const fileWith = (url: string) =>
  `channels: [{ id: hook, type: webhook, url: "${url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }]`;

beforeAll(async () => {
  receiver = await startHttpReceiver();
  monitor = await startMonitor(
    {
      ...{ MONITOR_HEARTBEAT_INTERVAL: '100ms', MONITOR_HEARTBEAT_GRACE: '100ms' },
      ...{ MONITOR_DOWN_AFTER: '400ms', MONITOR_OUTAGE_GROUPS: 'off' },
    },
    // Nobody listens there, and no other test is given it.
    fileWith('http://127.0.0.1:1/'),
  );
});
afterAll(async () => {
  await monitor.stop();
  await receiver.close();
});

const channel = async () => (await call(monitor, 'GET', '/api/channels')).body.items[0];
const services = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

test('messages to a channel with a wrong address wait, and are sent at once when the file is mended', async () => {
  for (const serviceName of services)
    await call(monitor, 'POST', '/api/services/register', {
      body: { serviceName, environment: 'test', instanceId: serviceName },
    });
  const open = await eventually('they wait', channel, ({ waiting }) => waiting >= 3);
  expect(open).toMatchObject({
    ...{ circuit: 'open', circuitOpenSince: expect.stringMatching(/Z$/), lastSentAt: null },
    nextAttemptAt: expect.stringMatching(/Z$/),
    lastError: { reason: expect.stringContaining('refused'), answer: null },
  });
  // The others are those whose attempts opened the circuit; a message learns of it when its turn comes.
  const waits = await eventually('one says that it waits', async () => {
    const { items } = (await call(monitor, 'GET', '/api/notifications')).body;
    return items.find(({ reason }: { reason: string | null }) => reason?.startsWith('waits: '));
  });
  expect(waits).toMatchObject({ state: 'pending', nextAttemptAt: expect.any(String) });
  expect(Date.parse(waits.nextAttemptAt) - Date.now()).toBeLessThanOrEqual(60_000);

  writeFileSync(join(monitor.dataDir, 'monitor.yaml'), fileWith(receiver.url));
  await eventually('what waited arrives', () => receiver.requests.length >= 3);
  const works = await eventually('nothing waits', channel, ({ waiting }) => waiting === 0);
  expect(works).toMatchObject({ circuit: 'closed', nextAttemptAt: null });
});
