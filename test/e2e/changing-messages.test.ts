import { afterAll, expect, test } from 'vitest';
import { openSlack, slackChannel, slackPress, slackToken } from '../channels/support/open-slack.ts';
import { apiClient } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';

const secret = 'e3b0c44298fc1c149afbf4c8996fb924';
const times = { MONITOR_HEARTBEAT_INTERVAL: '400ms', MONITOR_HEARTBEAT_GRACE: '200ms' };

let cluster: Cluster;
let instances: BeatingInstance[] = [];

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.die()));
  await cluster?.close();
});

test('one outage is one message in Slack: Down, acknowledged by its button, down again, resolved; also when the worker is killed between sending and recording', async () => {
  let onPosted: ((text: string) => boolean) | null = null;
  const slack = await openSlack(({ method, value }) =>
    method === 'chat.postMessage' && onPosted?.(value.text) ? 'lost' : null,
  );
  cluster = await startCluster(
    ['api', 'worker'],
    `channels:
  - { id: chat, type: slack, url: "${slack.origin}", token: ${slackToken}, channel: ${slackChannel}, signingSecret: ${secret} }
`,
    { ...times, MONITOR_DOWN_AFTER: '2s' },
  );
  const api = apiClient(cluster.urls[0] ?? '');
  const start = async (serviceName: string, hostname: string) => {
    const instance = await startInstance(cluster.urls, { serviceName, hostname }, 400);
    instances = [...instances, instance];
    return instance;
  };
  const [checkout, billing] = [await start('checkout', 'h1'), await start('billing', 'h2')];
  await eventually('both are Healthy', async () =>
    (await api.services()).every(({ status }) => status === 'Healthy'),
  );
  const rootOf = (name: string) =>
    slack.roots().filter(({ blocks }) => JSON.stringify(blocks).includes(name));
  const textOf = (name: string) => rootOf(name)[0]?.text ?? '';
  const press = (action: string) => {
    const value = slack.button(rootOf('checkout')[0], action);
    const about = { action, value, by: 'ada', responseUrl: `${slack.origin}/told` };
    const { headers, body } = slackPress(about, { secret, atMs: Date.now() });
    return fetch(`${cluster.urls[0]}/api/callbacks/chat`, { method: 'POST', headers, body });
  };

  await checkout.die();
  await eventually('it is told', () => textOf('checkout').startsWith('[Down]'));
  expect((await press('acknowledge')).status).toBe(200);
  await eventually('the message shows who acknowledged', () =>
    textOf('checkout').includes('ada works on it'),
  );
  await eventually('who pressed is told', () => slack.ephemeral.length > 0);
  expect(slack.ephemeral).toEqual(['You acknowledged the incident of checkout (production).']);
  await checkout.revive();
  await eventually('it shows that it is heard again', () => textOf('checkout').startsWith('[Recovered]'));
  expect(slack.messages).toHaveLength(1);
  await checkout.die();
  await eventually('it is told that it is down again', () => slack.messages.length > 1);
  expect(textOf('checkout')).toContain('again, 2nd time');
  await checkout.revive();

  // Slack has the message; nobody hears its answer, and who sent it is gone.
  onPosted = (text) => {
    if (!text.includes('billing')) return false;
    onPosted = null;
    void cluster.nodes[1]?.kill();
    return true;
  };
  await billing.die();
  await eventually('it was posted', () => rootOf('billing').length > 0);
  await cluster.startNode('worker');
  const incidents = await api.incidents();
  const { incidentId = '' } = incidents.find(({ serviceName }) => serviceName === 'billing') ?? {};
  await eventually(
    'it is recorded, when the claim of the dead worker has run out',
    async () =>
      (await api.notifications(incidentId)).some(({ state, attempts }) => state === 'sent' && attempts === 2),
    40_000,
  );
  await billing.revive();
  const answersTo = (name: string) =>
    slack.answersTo(rootOf(name)[0]?.ts ?? '').map(({ text }) => text.replace(/:.*/, ''));
  const isOver = (name: string) =>
    textOf(name).startsWith('[Resolved]') && answersTo(name).at(-1)?.startsWith('[Resolved]');
  await eventually('both are over', () => isOver('checkout') && isOver('billing'), 40_000);
  expect(rootOf('checkout')).toHaveLength(1);
  expect(rootOf('billing')).toHaveLength(1);
  expect(textOf('checkout')).toMatch(/^\[Resolved\] checkout \(production\): back after .* with 2 outages$/);
  expect(answersTo('checkout')).toEqual(['[Down] checkout (production)', '[Resolved] checkout (production)']);
  expect(answersTo('billing')).toEqual(['[Resolved] billing (production)']);
  expect(JSON.stringify(rootOf('checkout')[0]?.blocks)).toContain('Acknowledged: by ada');
  for (const message of slack.messages.filter(({ thread_ts }) => thread_ts !== undefined))
    expect(message.reply_broadcast).toBe(true);
  const { items } = (await (await api.call('GET', '/api/audit')).json()) as { items: { act: string }[] };
  const audited = items.find(({ act }) => act === 'incident-acknowledged');
  expect(audited).toMatchObject({ detail: 'ada, in channel chat', by: { name: 'callback of chat' } });
});
