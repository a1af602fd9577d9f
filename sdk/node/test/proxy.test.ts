import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proxyFor } from '../src/config/proxy-for.ts';
import { Proxy } from './support/proxy.ts';
import { nodes, run, scriptPath } from './support/run-script.ts';
import { StandInMonitor } from './support/stand-in-monitor.ts';

const proxied = 'http://proxy.test:3128/';

test.for<[string, Record<string, string>, string | null]>([
  ['http://monitor.test', {}, null],
  ['http://monitor.test', { HTTP_PROXY: proxied }, proxied],
  ['http://monitor.test', { HTTPS_PROXY: proxied }, null],
  ['https://monitor.test', { HTTPS_PROXY: proxied }, proxied],
  ['https://monitor.test', { HTTP_PROXY: proxied }, null],
  ['https://monitor.test', { HTTPS_PROXY: 'http://other', https_proxy: proxied }, proxied],
  ['https://monitor.test', { ALL_PROXY: proxied }, proxied],
  ['https://monitor.test', { HTTPS_PROXY: 'proxy.test:3128' }, proxied],
  ['https://monitor.test', { HTTPS_PROXY: 'socks5://proxy.test' }, null],
  ['https://monitor.test', { HTTPS_PROXY: 'not an address' }, null],
  ['http://localhost:8080', { HTTP_PROXY: proxied }, null],
  ['http://127.0.0.1:8080', { HTTP_PROXY: proxied }, null],
  ['http://[::1]:8080', { HTTP_PROXY: proxied }, null],
  ['http://127.example.com', { HTTP_PROXY: proxied }, proxied],
  ['http://a.monitor.test', { HTTP_PROXY: proxied, NO_PROXY: 'x, monitor.test' }, null],
  ['http://monitor.test', { HTTP_PROXY: proxied, NO_PROXY: '.Monitor.test' }, null],
  ['http://monitor.test', { HTTP_PROXY: proxied, NO_PROXY: '*.monitor.test' }, null],
  ['http://themonitor.test', { HTTP_PROXY: proxied, NO_PROXY: 'monitor.test' }, proxied],
  ['http://monitor.test:8080', { HTTP_PROXY: proxied, no_proxy: 'monitor.test:8080' }, null],
  ['http://monitor.test', { HTTP_PROXY: proxied, NO_PROXY: 'monitor.test:8080' }, proxied],
  ['https://monitor.test', { HTTPS_PROXY: proxied, NO_PROXY: 'monitor.test:443' }, null],
  ['http://10.1.2.3', { HTTP_PROXY: proxied, NO_PROXY: '10.1.2.3' }, null],
  ['http://[fd00::1]:8080', { HTTP_PROXY: proxied, NO_PROXY: 'fd00::1' }, null],
  ['http://[fd00::1]:8080', { HTTP_PROXY: proxied, NO_PROXY: '[fd00::1]:8080' }, null],
  ['http://monitor.test', { HTTP_PROXY: proxied, NO_PROXY: '*' }, null],
])('%s with %o goes through %s', ([address, env, proxy]) => {
  expect(proxyFor(new URL(address), env)?.href ?? null).toBe(proxy);
});

let monitor: StandInMonitor;
let secure: Server;
let plainProxy: Proxy;
let secureProxy: Proxy;
const folder = mkdtempSync(join(tmpdir(), 'sdk-node-proxy-'));
const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];

beforeAll(() => {
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert];
  const name = ['-subj', '/CN=monitor.test', '-addext', 'subjectAltName=DNS:monitor.test'];
  execFileSync('openssl', ['req', ...kind, ...name], { stdio: 'ignore' });
});
beforeEach(async () => {
  monitor = await StandInMonitor.start();
  secure = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
    const target = connect(monitor.port, '127.0.0.1');
    socket
      .on('error', () => target.destroy())
      .pipe(target)
      .on('error', () => socket.destroy())
      .pipe(socket);
  });
  secure.listen(0, '127.0.0.1');
  await once(secure, 'listening');
  plainProxy = await new Proxy(monitor.port).start();
  secureProxy = await new Proxy((secure.address() as AddressInfo).port).start();
});
afterEach(async () => {
  secure.close();
  for (const proxy of [plainProxy, secureProxy]) proxy.close();
  await monitor.close();
});

describe.for([...nodes])('the built package under Node %s', ([, node]) => {
  const start = (script: string, env: Record<string, string>) =>
    run(node, [scriptPath(script)], { SERVICE_MONITOR_API_KEY: 'k', NODE_EXTRA_CA_CERTS: cert, ...env });

  test('an http monitor is asked through HTTP_PROXY, as the user in its address', async () => {
    const { ended } = start('await-registration.mjs', {
      SERVICE_MONITOR_URL: 'http://monitor.test/prefix',
      HTTP_PROXY: `http://us%40er:50%@${plainProxy.address}`,
    });
    expect(await ended).toMatchObject({ output: 'registered\nstopped\n', errors: '' });
    expect(plainProxy.asked[0]).toBe('POST http://monitor.test/prefix/api/services/register');
    expect([...plainProxy.users]).toEqual([`Basic ${Buffer.from('us@er:50%').toString('base64')}`]);
    expect(monitor.heard[0]?.headers).toMatchObject({ host: 'monitor.test', 'x-api-key': 'k' });
  });

  test('an https monitor is asked through a tunnel, which is kept, and its certificate is its own', async () => {
    const { child, ended } = start('plain-server.cjs', {
      SERVICE_MONITOR_URL: 'https://monitor.test',
      HTTPS_PROXY: `http://user:pass@${secureProxy.address}`,
    });
    await monitor.next('heartbeat');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ errors: '' });
    expect(secureProxy.asked).toEqual(['CONNECT monitor.test:443']);
    expect([...secureProxy.users]).toEqual([`Basic ${Buffer.from('user:pass').toString('base64')}`]);
    expect(monitor.heard[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  test('a proxy that is silent does not keep a finished program', async () => {
    for (const proxy of [plainProxy, secureProxy]) proxy.refusal = 'silence';
    for (const [scheme, proxy] of [
      ['http', plainProxy],
      ['https', secureProxy],
    ] as const) {
      const env = { HTTP_PROXY: `http://${proxy.address}`, HTTPS_PROXY: `http://${proxy.address}` };
      const { ended } = start('done-at-once.mjs', {
        SERVICE_MONITOR_URL: `${scheme}://monitor.test`,
        ...env,
      });
      expect(await ended).toEqual({ code: 0, signal: null, output: '', errors: '' });
      expect(proxy.asked).toHaveLength(1);
    }
  });
});

test('a proxy that refuses is called that, and asked again', async () => {
  secureProxy.refusal = { status: 407, text: 'Proxy Authentication Required' };
  const { child, ended } = run(process.execPath, [scriptPath('plain-server.cjs')], {
    SERVICE_MONITOR_API_KEY: 'k',
    SERVICE_MONITOR_URL: 'https://monitor.test',
    HTTPS_PROXY: `http://${secureProxy.address}`,
    NODE_EXTRA_CA_CERTS: cert,
    SERVICE_MONITOR_HEARTBEAT_INTERVAL: '1s',
  });
  await expect.poll(() => secureProxy.asked.length, { timeout: 10_000 }).toBeGreaterThan(1);
  secureProxy.refusal = null;
  // The answer to the first is read when the second is sent.
  await monitor.next('heartbeat');
  await monitor.next('heartbeat');
  child.kill('SIGTERM');
  const { errors } = await ended;
  expect(errors.trim().split('\n')).toEqual([
    expect.stringContaining(`the proxy ${secureProxy.address} answered 407 Proxy Authentication Required`),
    expect.stringContaining('heartbeats arrive again'),
  ]);
});
