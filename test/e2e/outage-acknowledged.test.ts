import { expect, onTestFinished, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { startInstance } from '../support/beating-instance.ts';
import { startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { startSmtpReceiver } from '../support/start-smtp-receiver.ts';

/** Five services with all they have on the host that fails, and five elsewhere. */
const placed: [serviceName: string, host: string][] = [
  ...['cart', 'mail', 'search', 'stock', 'tax'].map((name): [string, string] => [name, 'h7']),
  ...['a', 'b', 'c', 'd', 'e'].flatMap((name): [string, string][] => [
    [name, 'h1'],
    [name, 'h2'],
  ]),
];

test('that an outage group is acknowledged changes its message, and a pager stops calling; nobody else is told', async () => {
  const [smtp, pager, phone] = await Promise.all([
    startSmtpReceiver(),
    startHttpReceiver(),
    startHttpReceiver(),
  ]);
  onTestFinished(async () => void (await Promise.all([smtp.close(), pager.close(), phone.close()])));
  const cluster = await startCluster(
    ['api,worker'],
    `channels:
  - { id: mail, type: email, url: "${smtp.url}", from: monitor@example.com, to: [ops@example.com] }
  - { id: pager, type: pagerduty, url: "${pager.url}", routingKey: e93facc04764012d7bfb002500d5d1a6 }
  - { id: phone, type: ntfy, url: "${new URL(phone.url).origin}", topic: ops }
`,
  );
  onTestFinished(() => cluster.close());
  const api = apiClient(cluster.urls[0] ?? '');
  const fleet = await Promise.all(
    placed.map(([serviceName, host], port) =>
      startInstance(
        cluster.urls,
        { serviceName, hostname: `pod-${port}`, port, metadata: { host } },
        times.interval,
      ),
    ),
  );
  onTestFinished(async () => void (await Promise.all(fleet.map((instance) => instance.die()))));
  await eventually('all are Healthy', async () => {
    const services = await api.services();
    return services.length === 10 && services.every(({ status }) => status === 'Healthy');
  });
  const calls = () =>
    pager.requests.map(({ body }) => JSON.parse(body) as { event_action: string; dedup_key: string });
  const shown = () =>
    phone.requests.map(({ body }) => JSON.parse(body) as { title: string; priority: number });

  await Promise.all(fleet.filter((_, at) => placed[at]?.[1] === 'h7').map((instance) => instance.die()));
  const group = await eventually('the group is told', async () => {
    const reply = await api.call('GET', '/api/outage-groups');
    const [found] = ((await reply.json()) as { items: { outageGroupId: string; incidents: object[] }[] })
      .items;
    const isTold = calls().some(({ dedup_key }) => dedup_key === found?.outageGroupId);
    return isTold && shown().length > 0 && smtp.mails.length > 0 && found?.incidents.length === 5 && found;
  });
  const path = `/api/outage-groups/${group.outageGroupId}/acknowledge`;
  expect((await api.call('POST', path, { by: 'Ada' })).status).toBe(200);
  const acknowledged = await eventually('the message shows it', () =>
    shown().find(({ title }) => title === '[Acknowledged] Host h7: Ada works on the outage'),
  );
  expect(acknowledged.priority).toBeLessThan(3);
  await eventually('the pager knows', () =>
    calls().some(
      ({ event_action, dedup_key }) => event_action === 'acknowledge' && dedup_key === group.outageGroupId,
    ),
  );
  // An alert of its own no incident has there.
  const rows = await api.notifications((await api.incidents())[0]?.incidentId ?? '');
  expect(rows.filter(({ kind, state }) => kind === 'acknowledged' && state === 'sent')).toEqual([]);
  expect(calls().filter(({ event_action }) => event_action === 'acknowledge')).toHaveLength(1);
  expect(smtp.mails.map(({ mail }) => mail.subject)).toEqual([expect.stringMatching(/^\[Down\] Host h7/)]);
}, 90_000);
