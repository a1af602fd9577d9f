import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';

let cluster: Cluster;
let port: number;
let instance: BeatingInstance;

beforeAll(async () => {
  // A port on which nobody listens yet: what is sent there waits for its next attempt.
  const placeholder = await startHttpReceiver();
  port = placeholder.port;
  await placeholder.close();
  cluster = await startCluster(
    ['api', 'worker'],
    `channels:\n  - { id: hook, type: webhook, url: "http://127.0.0.1:${port}/hook", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }\n`,
  );
  instance = await startInstance(cluster.urls, { serviceName: 'billing', hostname: 'h1' }, times.interval);
});

afterAll(async () => {
  await cluster.close();
});

test('the only worker is killed between Down and delivery: a new one delivers the message, once', async () => {
  const api = apiClient(cluster.urls[0] ?? '');
  await instance.die();
  const incident = await eventually('there is an incident', async () => (await api.incidents())[0]);
  await eventually('the message was tried and waits', async () => {
    const [row] = await api.notifications(incident.incidentId);
    return row?.state === 'pending' && row.attempts === 1;
  });

  await cluster.nodes[1]?.kill();
  const receiver = await startHttpReceiver(port);
  try {
    await cluster.startNode('worker');
    await eventually('the message arrives', () => receiver.requests.length > 0, 20_000);
    await eventually('it is settled', async () => {
      const [row] = await api.notifications(incident.incidentId);
      return row?.state === 'sent' && row.attempts === 2;
    });
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.requests[0]?.headers['webhook-id']).toBe(
      (await api.notifications(incident.incidentId))[0]?.notificationId,
    );
  } finally {
    await receiver.close();
  }
});
