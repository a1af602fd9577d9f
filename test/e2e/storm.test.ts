import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient, type NotificationReply } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { startSmtpReceiver } from '../support/start-smtp-receiver.ts';

const secret = `whsec_${Buffer.from('a secret of the end-to-end tests').toString('base64')}`;

/** So many that nothing that the others have in common explains those that die. */
const dying = 40;
const living = 80;

/** A message is on its way so soon after its incident. */
const promptMs = 3_000;

let cluster: Cluster;
let mailbox: Awaited<ReturnType<typeof startSmtpReceiver>>;
let hook: Awaited<ReturnType<typeof startHttpReceiver>>;
let chat: Awaited<ReturnType<typeof startHttpReceiver>>;
let api: ReturnType<typeof apiClient>;
let instances: BeatingInstance[];

const start = (serviceName: string, environment: string): Promise<BeatingInstance> =>
  startInstance(cluster.urls, { serviceName, environment, hostname: serviceName }, times.interval);

beforeAll(async () => {
  [mailbox, hook, chat] = await Promise.all([startSmtpReceiver(), startHttpReceiver(), startHttpReceiver()]);
  cluster = await startCluster(
    ['api', 'worker', 'worker'],
    `channels:
  - { id: mail, type: email, url: "${mailbox.url}", from: monitor@example.com, to: [ops@example.com] }
  - { id: hook, type: webhook, url: "${hook.url}", secret: "${secret}" }
  - { id: chat, type: slack, url: "${chat.url}", limit: { burst: 2, perMinute: 1 } }
`,
  );
  api = apiClient(cluster.urls[0] ?? '');
  instances = [];
  for (let i = 0; i < dying + living; i++) instances.push(await start(`service-${i}`, 'staging'));
  instances.push(await start('payments', 'production'));
});

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.die()));
  await cluster.close();
  await Promise.all([mailbox.close(), hook.close(), chat.close()]);
});

async function rowsOfAll(): Promise<Map<string, NotificationReply[]>> {
  const incidents = await api.incidents();
  const rows = await Promise.all(incidents.map(({ incidentId }) => api.notifications(incidentId)));
  return new Map(incidents.map(({ serviceName }, i) => [serviceName, rows[i] ?? []]));
}

const singly = () => mailbox.mails.filter(({ mail }) => mail.subject?.startsWith('[Down] service-'));

test('forty services that die at once are five mails, the first of them at once', async () => {
  await Promise.all(instances.slice(0, dying).map((instance) => instance.die()));
  await eventually('all are Down, and their mails decided', async () => {
    const rows = [...(await rowsOfAll()).values()].flat().filter(({ channelId }) => channelId === 'mail');
    return rows.length === dying && rows.every(({ state }) => state === 'sent' || state === 'suppressed');
  });
  expect(singly()).toHaveLength(5);
  const detectedAt = Math.min(...(await api.incidents()).map(({ detectedAt: at }) => Date.parse(at)));
  expect((mailbox.mails[0]?.atMs ?? 0) - detectedAt).toBeLessThan(promptMs);
});

test('a page of another environment comes at once', async () => {
  await instances.at(-1)?.die();
  const isPage = (subject = '') => subject.startsWith('[Down] payments (production)');
  const page = await eventually('it has its page', () =>
    mailbox.mails.find(({ mail }) => isPage(mail.subject)),
  );
  const incident = (await api.incidents()).find(({ serviceName }) => serviceName === 'payments');
  expect(page.atMs - Date.parse(incident?.detectedAt ?? '')).toBeLessThan(promptMs);
});

test('all others are in one digest, and their rows say so', async () => {
  const digest = await eventually('the digest arrives', () =>
    mailbox.mails.find(({ mail }) => mail.subject?.startsWith('[Digest]')),
  );
  expect(mailbox.mails.length).toBeLessThanOrEqual(8);
  const text = digest.mail.text ?? '';
  expect(text).toContain('/#/incidents/');
  const rows = [...(await rowsOfAll())].flatMap(([serviceName, of]) =>
    of.filter(({ channelId }) => channelId === 'mail').map((row) => ({ ...row, serviceName })),
  );
  const folded = rows.filter(({ state }) => state === 'suppressed');
  expect(folded).toHaveLength(dying - 5);
  for (const { serviceName, reason } of folded) {
    expect(reason).toMatch(/^in the digest of \d\d:\d\d UTC$/);
    expect(text).toContain(`${serviceName} (staging): Down`);
  }
});

test('a webhook, which a machine reads, gets every message', async () => {
  await eventually('all are there', () => hook.requests.length >= dying + 1);
});

test('a channel with a limit of its own keeps to it', () => {
  const texts = chat.requests.map(({ body }) => (JSON.parse(body) as { text: string }).text);
  expect(texts.filter((text) => text.startsWith('[Down] service-')).length).toBe(2);
  expect(texts.filter((text) => text.startsWith('[Digest]')).length).toBeGreaterThan(0);
});

test('what was told in a digest has its end told too', async () => {
  const rows = await rowsOfAll();
  const [folded] = [...rows].find(([, of]) =>
    of.some(({ channelId, state }) => channelId === 'mail' && state === 'suppressed'),
  ) ?? [''];
  const instance = instances[Number(folded.replace('service-', ''))];
  await instance?.revive();
  const end = await eventually('its end is decided', async () => {
    const found = (await rowsOfAll())
      .get(folded)
      ?.find(({ kind, channelId }) => kind === 'resolved' && channelId === 'mail');
    return found !== undefined && found.state !== 'pending' && found.state !== 'sending' && found;
  });
  // Its tokens are used up: it is a line of the next digest, a minute after the first.
  expect(end.reason).toMatch(/^in the digest of \d\d:\d\d UTC, which is not sent yet$/);
});
