import { expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { fastSettings } from '../support/fast-settings.ts';
import { startMonitor } from '../support/start-monitor.ts';

test('who may read some services only learns that a message failed, and nothing of the host that it was for', async () => {
  // Nobody listens there, and no other test is given it.
  const port = 1;
  const monitor = await startMonitor({
    env: { ...fastSettings },
    file: `channels: [{ id: chat, type: slack, url: "http://127.0.0.1:${port}/" }]`,
  });
  const rowsFor = async (key?: string) => {
    const api = apiClient(monitor.url, key);
    const [incident] = await api.incidents();
    return incident === undefined ? [] : api.notifications(incident.incidentId);
  };
  try {
    const api = apiClient(monitor.url);
    const made = await api.call('POST', '/api/keys', {
      name: 'team',
      scopes: ['read'],
      services: ['orders'],
    });
    const { key } = (await made.json()) as { key: string };
    const body = { serviceName: 'orders', environment: 'test', hostname: 'h1', port: 1 };
    expect((await api.call('POST', '/api/services/register', body)).ok).toBe(true);
    const open = await eventually('an attempt failed', async () => {
      const [row] = await rowsFor();
      return row?.reason ? row : null;
    });
    expect(open.reason).toBe(`no connection to 127.0.0.1:${port}: refused`);
    const [bound] = await eventually('the key counts', async () => {
      const rows = await rowsFor(key).catch(() => []);
      return rows.length > 0 ? rows : null;
    });
    expect(bound?.reason).toBe('not delivered; details need an API key that is not bound to services');
    expect(JSON.stringify(bound)).not.toContain('127.0.0.1');
  } finally {
    await monitor.stop();
  }
});
