import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openMailbox } from '../channels/support/open-mailbox.ts';
import { runCommand } from '../commands/run-command.ts';
import { apiClient } from '../support/api-client.ts';
import { startInstance } from '../support/beating-instance.ts';
import { eventually } from '../support/eventually.ts';
import { fastSettings, fastTimesMs } from '../support/fast-settings.ts';
import { freePort } from '../support/free-port.ts';
import { leaksIn, textOfRedis } from '../support/leaks.ts';
import { startRedisProcess } from '../support/redis-process.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { startMonitor } from '../support/start-monitor.ts';

const secrets = {
  'API key': `smk_canarykk_${'canaryapikey'.repeat(4).slice(0, 43)}`,
  'password of Redis': 'canary-redis-Pa55word',
  'password of the mail server': 'canary-mail-Pa55word',
  'password of a mail server that is away': 'canary-away-Pa55word',
  'secret of the webhook': 'canary-webhook-secret-of-32-bytes',
  'address of Slack': 'T0CANARY/B0CANARY/canaryslacktoken',
  'address of a webhook that is away': 'canary-away-token',
  "address of the dead man's switch": 'canary-deadman-token',
  'password tried': 'canary-tried-Pa55word',
  'key of the secrets': Buffer.from('canary-key-of-the-secrets-32byte').toString('base64'),
  'token of a channel of the API': 'canary-gotify-token-over-the-API',
  'token before': 'canary-gotify-token-that-was-changed',
  'token of a channel of the API that is away': '123456:canary-telegram-over-the-API',
  'token of a channel that was refused': 'canary-token-that-was-refused',
};

/** What a caller got who did something wrong, and what all readers read. */
async function exercise(url: string): Promise<string> {
  const key = secrets['API key'];
  const api = apiClient(url, key);
  const wrong = apiClient(url, `${key.slice(0, -1)}_`);
  const replies = await Promise.all([
    wrong.call('GET', '/api/services'),
    wrong.call('GET', `/api/services?x-api-key=${key}&key=${key}`),
    api.call('GET', `/api/${key}`),
    api.call('GET', `/api/services?cursor=${key}`),
    api.call('GET', `/api/services/${key}`),
    api.call('PUT', `/api/services/${key}`),
    api.call('POST', '/api/services/register', { [key]: key, serviceName: key }),
    api.call('POST', '/api/services/heartbeat', { instanceId: key, metadata: { __proto__: key } }),
    fetch(`${url}/api/services/heartbeat`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: `{"${key}`,
    }),
    fetch(`${url}/api/services`, { headers: { authorization: `Bearer ${key}`, cookie: `key=${key}` } }),
    ...['/metrics', '/readyz', '/version', '/openapi.json', '/docs/', '/'].map((path) => fetch(url + path)),
    ...['services', 'incidents', 'notifications'].map((list) => api.call('GET', `/api/${list}?limit=200`)),
    ...['channels', 'keys', 'maintenance'].map((list) => api.call('GET', `/api/${list}`)),
  ]);
  const texts = replies.map(async (reply) => `${JSON.stringify([...reply.headers])}\n${await reply.text()}`);
  return (await Promise.all(texts)).join('\n');
}

test('no secret is read in logs, metrics, answers, messages or Redis, whatever goes wrong', async () => {
  const password = secrets['password of Redis'];
  const redis = await startRedisProcess({ requirepass: password, appendonly: 'yes', rdbcompression: 'no' });
  onTestFinished(() => redis.kill());
  const hook = await startHttpReceiver();
  onTestFinished(() => hook.close());
  const logins: unknown[] = [];
  const mailbox = await openMailbox({
    ...{ authOptional: false, allowInsecureAuth: true },
    onAuth({ username, password: given }, _session, done) {
      logins.push(given);
      done(null, { user: username });
    },
  });
  const closed = await freePort();
  const origin = new URL(hook.url).origin;
  const file = `channels:
  - { id: mail, type: email, url: "smtp://me:${secrets['password of the mail server']}@127.0.0.1:${mailbox.port}", tls: optional, from: m@example.com, to: [o@example.com] }
  - { id: mail-away, type: email, url: "smtp://me:${secrets['password of a mail server that is away']}@127.0.0.1:${closed}", from: m@example.com, to: [o@example.com] }
  - { id: hook, type: webhook, url: "${hook.url}", secret: "whsec_${Buffer.from(secrets['secret of the webhook']).toString('base64')}" }
  - { id: hook-away, type: webhook, url: "http://127.0.0.1:${closed}/${secrets['address of a webhook that is away']}", secret: "whsec_${Buffer.from(secrets['secret of the webhook']).toString('base64')}" }
  - { id: chat, type: slack, url: "${origin}/services/${secrets['address of Slack']}" }
`;
  const settings = {
    ...{ MONITOR_API_KEY: secrets['API key'], LOG_LEVEL: 'trace' },
    REDIS_URL: `redis://:${password}@127.0.0.1:${redis.port}`,
    MONITOR_DEADMAN_URL: `${origin}/ping/${secrets["address of the dead man's switch"]}`,
    MONITOR_DEADMAN_EVERY: '10s',
    ...{ MONITOR_SECRET_KEY: secrets['key of the secrets'], MONITOR_CHANNEL_PRIVATE_NETWORKS: '127.0.0.0/8' },
  };
  const monitor = await startMonitor({ file, env: { ...fastSettings, ...settings } });
  onTestFinished(() => monitor.kill());
  const api = apiClient(monitor.url, secrets['API key']);

  const make = (channel: object) => api.call('POST', '/api/channels', channel);
  const gotify = { id: 'push', type: 'gotify', url: origin, token: secrets['token before'] };
  const telegram = { id: 'push-away', type: 'telegram', url: `http://127.0.0.1:${closed}`, chat: '1' };
  const made = [
    await make(gotify),
    await make({ ...telegram, token: secrets['token of a channel of the API that is away'] }),
    await make({
      ...gotify,
      id: 'wrong',
      limit: 'much',
      token: secrets['token of a channel that was refused'],
    }),
  ];
  expect(made.map(({ status }) => status)).toEqual([201, 201, 400]);
  const over = await fetch(`${monitor.url}/api/channels/push`, {
    method: 'PATCH',
    headers: { 'x-api-key': secrets['API key'], 'if-match': '*', 'content-type': 'application/json' },
    body: JSON.stringify({ token: secrets['token of a channel of the API'] }),
  });
  expect(over.status).toBe(200);

  const named = { serviceName: 'canary-service', environment: 'production', hostname: 'h1' };
  const instance = await startInstance([monitor.url], named, fastTimesMs.interval, secrets['API key']);
  await instance.die();
  await eventually('every channel was tried, and three got through', async () => {
    const [incident] = await api.incidents();
    if (incident === undefined) return false;
    const rows = await api.notifications(incident.incidentId);
    return rows.length === 7 && rows.every(({ attempts }) => attempts > 0) && mailbox.mails.length === 1;
  });
  expect(hook.requests.map((request) => request.headers['x-gotify-key'])).toContain(
    secrets['token of a channel of the API'],
  );
  const ofApi = [...made, over, await api.call('POST', '/api/channels/push-away/test')];
  const answers = [await exercise(monitor.url), ...(await Promise.all(ofApi.map((reply) => reply.text())))];

  // A password that is wrong now, connections that break, and commands that fail.
  await redis.client.config('SET', 'requirepass', 'other');
  await redis.client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  await eventually(
    'the monitor has noticed',
    async () => (await fetch(`${monitor.url}/readyz`)).status === 503,
  );
  answers.push(await exercise(monitor.url));
  await redis.client.config('SET', 'requirepass', password);
  await eventually('the monitor is back', async () => (await fetch(`${monitor.url}/readyz`)).ok);
  await instance.revive();
  await instance.die();
  answers.push(await exercise(monitor.url));

  const cwd = mkdtempSync(join(tmpdir(), 'monitor-secrets-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'monitor.yaml'), file);
  const commands = [
    ['config', 'print'],
    ['config', 'check'],
    ['keys', 'list'],
    ['keys', 'revoke', 'canarykk'],
    ['channels', 'preview', 'push', '--body'],
    ['doctor'],
  ];
  for (const args of commands) answers.push(JSON.stringify(await runCommand(cwd, args, settings)));
  const tried = { ...settings, REDIS_URL: `redis://:${secrets['password tried']}@127.0.0.1:${redis.port}` };
  answers.push(JSON.stringify(await runCommand(cwd, ['keys', 'list'], { ...tried, LOG_LEVEL: 'trace' })));

  const stored = await textOfRedis(redis.client, redis.dir);
  const sent = JSON.stringify([
    mailbox.mails,
    hook.requests.map(({ headers: { 'x-gotify-key': _, ...headers }, body }) => [headers, body]),
  ]);
  expect(await monitor.stop()).toBe(0);
  // What is searched is really there, and the secrets were really used.
  expect(stored).toContain('canary-service');
  expect(monitor.printed()).toMatch(/WRONGPASS|NOAUTH/);
  expect(sent).toContain('canary-service');
  expect(logins).toContain(secrets['password of the mail server']);

  expect(leaksIn(monitor.printed(), secrets)).toEqual([]);
  expect(leaksIn(answers.join('\n'), secrets)).toEqual([]);
  expect(leaksIn(stored, secrets)).toEqual([]);
  expect(leaksIn(sent, secrets)).toEqual([]);
});
