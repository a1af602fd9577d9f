import { expect, test } from 'vitest';
import { openHttpClient } from '../../../src/channels/outbound/open-http-client.ts';
import { mayReach, privateNetworks } from '../../../src/channels/outbound/private-networks.ts';
import { startHttpReceiver } from '../../support/start-http-receiver.ts';

const closed = [
  ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '0.0.0.0'],
  ...[
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::a00:1',
  ],
];

test.each(closed)('%s is closed unless it is listed', (address) => {
  expect(mayReach(address, false)).toBe(false);
  expect(mayReach(address, privateNetworks([]))).toBe(false);
  expect(mayReach(address, privateNetworks(['203.0.113.7']))).toBe(false);
  expect(mayReach(address, true)).toBe(true);
  expect(mayReach(address, privateNetworks([address]))).toBe(true);
});

test('the public internet is open', () => {
  for (const address of ['1.1.1.1', '2606:4700::1111']) expect(mayReach(address, false)).toBe(true);
});

test('a name that leads to a closed address is refused at the connection, and one to a listed address is not', async () => {
  const receiver = await startHttpReceiver();
  const post = async (networks: string[]) => {
    const client = openHttpClient({
      allowPrivateNetworks: privateNetworks(networks),
      now: Date.now,
      resolve: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const message = { url: `http://rebound.example.com:${receiver.port}/`, headers: {}, body: '' };
    const outcome = await client.post(message, AbortSignal.timeout(5_000));
    await client.close();
    return outcome;
  };
  expect(await post(['10.0.0.0/8'])).toMatchObject({
    ...{ kind: 'failed', permanent: true },
    reason: expect.stringContaining('MONITOR_CHANNEL_PRIVATE_NETWORKS'),
  });
  expect(receiver.requests).toEqual([]);
  expect(await post(['127.0.0.0/8'])).toMatchObject({ kind: 'sent' });
  expect(receiver.requests).toHaveLength(1);
  await receiver.close();
});
