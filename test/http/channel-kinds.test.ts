import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channelTypes } from '../../src/channels/registry.ts';
import { filledIn } from '../channels/channels-page.ts';
import { eventually } from '../support/eventually.ts';
import { call } from './call.ts';
import { makeKey } from './make-key.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;
const get = async (path: string) => call(monitor, 'GET', path);

beforeAll(async () => {
  monitor = await startMonitor({ MONITOR_SECRET_KEY: randomBytes(32).toString('base64') });
});
afterAll(() => monitor.stop());

describe('the kinds of channels', () => {
  test('are listed with all that can be made over the API, and whether any can', async () => {
    const { status, body } = await get('/api/channel-kinds');
    expect([status, body.secretKeySet, body.nextCursor]).toEqual([200, true, null]);
    const types = body.items.map(({ type }: { type: string }) => type);
    expect(types).toEqual(channelTypes.filter((type) => type !== 'command'));
    expect(body.items).toContainEqual({ type: 'splunk-on-call', title: 'Splunk On-Call' });
  });

  test.each(channelTypes.filter((type) => type !== 'command'))(
    'has every field that a channel needs which the API takes: %s',
    async (type) => {
      const { body: kind } = await get(`/api/channel-kinds/${type}`);
      expect(kind).toMatchObject({ type, schema: { type: 'object' } });
      expect(kind.summary.length).toBeGreaterThan(20);
      const { about } = await import(`../../src/channels/${type}/about.ts`);
      const { id: _, ...given } = filledIn(about.example);
      const named = Object.keys(kind.schema.properties);
      expect(Object.keys(given).filter((field) => field !== 'type' && !named.includes(field))).toEqual([]);
      expect(kind.schema.required.filter((field: string) => !(field in given))).toEqual([]);
      const made = await call(monitor, 'POST', '/api/channels', { body: { ...given, id: type } });
      const errors = (made.body.errors ?? []).map(({ pointer }: { pointer: string }) => pointer);
      // Examples for a network of one's own name it by its address.
      expect([type, made.status, errors]).toEqual(
        errors.join() === '/url' ? [type, 400, ['/url']] : [type, 201, []],
      );
      const secrets = Object.keys(given).filter((field) => kind.secrets.includes(field));
      if (made.status === 201) expect(Object.keys(made.body.secrets).sort()).toEqual(secrets.sort());
    },
  );

  test('leave out what names a file or a program of the machine', async () => {
    const { body: mail } = await get('/api/channel-kinds/email');
    expect(Object.keys(mail.schema.properties)).toEqual(expect.arrayContaining(['url', 'oauth2', 'to']));
    expect(Object.keys(mail.schema.properties)).not.toEqual(expect.arrayContaining(['ca']));
    expect(Object.keys(mail.schema.properties)).not.toEqual(expect.arrayContaining(['dkim']));
    for (const type of ['command', 'pigeon', '__proto__', '..%2Femail'])
      expect((await get(`/api/channel-kinds/${type}`)).status).toBe(404);
  });

  test('are for administrators, and not for a key that is bound to services', async () => {
    const bound = await makeKey(monitor.redis, { scopes: ['admin'], services: ['shop-*'] });
    const reader = await makeKey(monitor.redis, { scopes: ['read'] });
    for (const key of [bound, reader]) {
      const ask = (path: string) => call({ url: monitor.url, key }, 'GET', path);
      await eventually('the key is known', async () => (await ask('/api/caller')).status !== 401);
      for (const path of ['/api/channel-kinds', '/api/channel-kinds/slack'])
        expect([path, (await ask(path)).status]).toEqual([path, 403]);
    }
  });
});
