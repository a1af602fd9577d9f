import type { LookupAddress } from 'node:dns';
import { describe, expect, onTestFinished, test } from 'vitest';
import { httpUrl } from '../../../src/channels/outbound/http-url.ts';
import { openHttpClient } from '../../../src/channels/outbound/open-http-client.ts';
import type { Resolve } from '../../../src/channels/outbound/public-lookup.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openMailChannel } from '../support/open-mail-channel.ts';
import { openTcpServer } from '../support/open-tcp-server.ts';

const refused = {
  kind: 'failed',
  permanent: true,
  reason: expect.stringMatching(
    / is in a private network, which this channel may not reach: list it in MONITOR_CHANNEL_PRIVATE_NETWORKS, or/,
  ),
};

/** A server of this machine that nobody from outside should get to, and how often somebody did. */
async function openTarget() {
  const target = await openTcpServer(() => undefined);
  return { port: target.port, connections: () => target.sockets.size };
}

/** Posts through the guard; names are looked up by `resolve`. */
async function post(url: string, resolve?: Resolve, timeoutMs = 5_000) {
  const options = { allowPrivateNetworks: false, now: () => 0, ...(resolve ? { resolve } : {}) };
  const client = openHttpClient(options);
  onTestFinished(() => client.close());
  return client.post({ url, headers: {}, body: 'x' }, AbortSignal.timeout(timeoutMs));
}

const address = (text: string): LookupAddress => ({ address: text, family: text.includes(':') ? 6 : 4 });

/** A name server that gives its answers in turn, each to be kept for no time at all, and the last for ever. */
function nameServer(...answers: string[][]) {
  const asked: string[] = [];
  const resolve: Resolve = (hostname, _options, done) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    done(null, answer.map(address));
  };
  return { resolve, asked };
}

/** All the ways in which a URL can name this machine, its neighbours, or the metadata of a cloud. */
const hosts = [
  ...['localhost', 'LOCALHOST', '127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '127.255.255.254'],
  ...['0', '0.0.0.0', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '2130706433', '%31%32%37.0.0.1'],
  ...['①②⑦.⓪.⓪.①', '127。0。0。1', '１２７.0.0.1'],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '198.18.0.1',
    '255.255.255.255',
  ],
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '224.0.0.1', '192.0.0.192'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['[::ffff:a9fe:a9fe]', '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]'],
  ...['[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2001:0:7f00:1::]', '[2001:db8::1]'],
  ...[
    '[3fff::1]',
    '[5f00::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
  ],
];

describe('an address in a URL', () => {
  test.each(hosts)('http://%s is refused for good, and nobody is connected to', async (host) => {
    const target = await openTarget();
    expect(await post(`http://${host}:${target.port}/x`)).toEqual(refused);
    expect(await post(`https://${host}:${target.port}/x`)).toEqual(refused);
    expect(target.connections()).toBe(0);
  });

  test.each([
    ...[
      'http://user@127.0.0.1/',
      'http://user:password@example.com/',
      'ftp://127.0.0.1/',
      'file:///etc/passwd',
    ],
    ...['gopher://127.0.0.1:6379/_FLUSHALL', 'unix:/run/redis.sock', 'data:text/plain,x', '//127.0.0.1'],
    ...[
      'http://[fe80::1%25eth0]/',
      'http://exa mple.com/',
      'http://127.0.0.1\r\nX: 1/',
      'javascript:alert(1)',
      '',
    ],
  ])('%s is no address of a receiver', (url) => {
    expect(httpUrl.safeParse(url).success).toBe(false);
  });
});

describe('a name', () => {
  test.each([
    ['that holds an address', '127.0.0.1.nip.example', [['127.0.0.1']]],
    ['of the metadata service', 'metadata.example', [['169.254.169.254']]],
    ['with a private AAAA only', 'six.example', [['fd00::1']]],
    ['with a public and a private address', 'both.example', [['93.184.216.34', '127.0.0.1']]],
    ['with a public A and a private AAAA', 'mixed.example', [['93.184.216.34', '::1']]],
    ['with an IPv4 address in IPv6', 'mapped.example', [['::ffff:127.0.0.1']]],
    ['behind NAT64', 'nat64.example', [['64:ff9b::7f00:1']]],
    ['behind 6to4', 'sixtofour.example', [['2002:7f00:1::1']]],
    ['with no address', 'empty.example', [[]]],
  ])('%s is refused for good', async (_what, name, answers) => {
    const target = await openTarget();
    const { resolve, asked } = nameServer(...answers);
    expect(await post(`http://${name}:${target.port}/x`, resolve)).toEqual(refused);
    expect(asked).toEqual([name]);
    expect(target.connections()).toBe(0);
  });

  test('that turns private between the check and the connection gains nothing: it is looked up once', async () => {
    const target = await openTarget();
    // An address of the public range that belongs to nobody: nothing is reached there.
    const { resolve, asked } = nameServer(['2fff:ffff::1'], ['127.0.0.1']);
    const outcome = await post(`http://rebind.example:${target.port}/x`, resolve, 300);
    expect(outcome).toMatchObject({ kind: 'failed', permanent: false });
    expect(asked).toEqual(['rebind.example']);
    expect(target.connections()).toBe(0);
  });

  test('that turned private since the last message is refused, over one client', async () => {
    const target = await openTarget();
    const { resolve, asked } = nameServer(['2fff:ffff::1'], ['127.0.0.1']);
    const client = openHttpClient({ allowPrivateNetworks: false, now: () => 0, resolve });
    onTestFinished(() => client.close());
    const url = `http://flip.example:${target.port}/x`;
    const send = () => client.post({ url, headers: {}, body: 'x' }, AbortSignal.timeout(300));
    expect(await send()).toMatchObject({ permanent: false });
    expect(await send()).toEqual(refused);
    expect(asked).toHaveLength(2);
    expect(target.connections()).toBe(0);
  });
});

describe('a mail server', () => {
  test.each(['127.0.0.1', 'localhost', '0.0.0.0', '[::1]', '169.254.169.254', '10.0.0.1', '[::ffff:7f00:1]'])(
    'at %s is refused for good',
    async (host) => {
      const target = await openTarget();
      const channel = openMailChannel(`smtp://${host}:${target.port}`, { allowPrivateNetworks: false });
      expect(await channel.send(incidentMessage(), AbortSignal.timeout(5_000))).toEqual(refused);
      expect(target.connections()).toBe(0);
    },
  );
});
