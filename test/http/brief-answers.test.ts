import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;

beforeAll(async () => {
  monitor = await startMonitor();
  for (let n = 0; n < 8; n++) {
    const body = { serviceName: `service ${n}`, environment: 'test', instanceId: 'one' };
    await call(monitor, 'POST', '/api/services/register', { body });
  }
});

afterAll(() => monitor.stop());

const get = (path: string, headers: Record<string, string> = {}) => call(monitor, 'GET', path, { headers });

/** The bytes as they came over the wire: `fetch` would unpack them. */
async function raw(path: string, encodings: string): Promise<{ encoding: string; bytes: Buffer }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': monitor.key, 'accept-encoding': encodings };
    const asked = request(monitor.url + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ encoding: response.headers['content-encoding'] ?? '', bytes: Buffer.concat(chunks) }),
      );
    });
    asked.once('error', reject);
    asked.end();
  });
}

describe('the answer of a list', () => {
  it('is not sent again to who has it, and is when something in it changed', async () => {
    const path = '/api/services?limit=4';
    const first = await get(path);
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"/)]);
    // There is a second page: its cursor is another one each time, and is not looked at.
    expect(first.body.nextCursor).toEqual(expect.any(String));
    const same = await get(path, { 'if-none-match': etag });
    expect([same.status, same.body]).toEqual([304, '']);
    const { instanceId } = (
      await call(monitor, 'POST', '/api/services/register', {
        body: { serviceName: 'service 0', environment: 'test', instanceId: 'one' },
      })
    ).body;
    await call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId } });
    expect((await get(path, { 'if-none-match': etag })).status).toBe(200);
  });

  it('is not sent again to who has any of several answers, or any answer at all', async () => {
    // Nothing happens in it meanwhile.
    const path = '/api/incidents';
    const etag = (await get(path)).headers.get('etag') ?? '';
    const statuses = [
      `"other", ${etag}`,
      `${etag},W/"other"`,
      etag.replace('W/', ''),
      '*',
      ' * ',
      '"a, b", "c"',
      etag.replaceAll('"', ''),
      '"*"',
    ].map(async (known) => (await get(path, { 'if-none-match': known })).status);
    expect(await Promise.all(statuses)).toEqual([304, 304, 304, 304, 304, 200, 200, 200]);
    const unknown = `/api/services/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`;
    expect((await get(unknown, { 'if-none-match': '*' })).status).toBe(404);
  });

  it('is never that of another key', async () => {
    const body = { name: 'bound', scopes: ['read'], environments: ['other'] };
    const { key } = (await call(monitor, 'POST', '/api/keys', { body })).body;
    const etag = (await get('/api/incidents')).headers.get('etag') ?? '';
    const bound = { url: monitor.url, key };
    const services = (await get('/api/services')).headers.get('etag') ?? '';
    const reply = await call(bound, 'GET', '/api/services', { headers: { 'if-none-match': services } });
    expect([reply.status, reply.body.items]).toEqual([200, []]);
    expect(etag).not.toBe('');
  });

  it('is compressed for who takes that, when it is larger than a kilobyte', async () => {
    const plain = await raw('/api/services', '');
    const gzip = await raw('/api/services', 'gzip');
    const brotli = await raw('/api/services', 'gzip, br');
    expect([plain.encoding, gzip.encoding, brotli.encoding]).toEqual(['', 'gzip', 'br']);
    expect(gunzipSync(gzip.bytes).toString()).toBe(plain.bytes.toString());
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.bytes.toString());
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 2);
    const small = await raw('/api/services?limit=1', 'gzip, br');
    expect(small.encoding).toBe('');
  });

  it('of a heartbeat is as it was', async () => {
    const body = { serviceName: 'service 0', environment: 'test', instanceId: 'one' };
    const { instanceId } = (await call(monitor, 'POST', '/api/services/register', { body })).body;
    const { headers } = await call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId } });
    expect([headers.get('etag'), headers.get('vary')]).toEqual([null, null]);
  });
});
