import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openConfigDir } from './open-config-dir.ts';

const { write, valid, errorsOf } = openConfigDir();

const [key, older, oldest] = [32, 32, 32].map((bytes) => randomBytes(bytes).toString('base64'));

test('the first key is that which encrypts, then those before it', () => {
  const env = { MONITOR_SECRET_KEY: `${key}`, MONITOR_SECRET_KEY_PREVIOUS: `${older}, ${oldest}` };
  expect(valid(env).secretKeys).toEqual([key, older, oldest]);
});

test('a key is read from a file', () => {
  expect(valid({ MONITOR_SECRET_KEY_FILE: write('key', `${key}\n`) }).secretKeys).toEqual([key]);
});

test.each(['short', randomBytes(31).toString('base64'), randomBytes(33).toString('base64'), 'x'.repeat(44)])(
  'a key that is not the base64 of 32 bytes is an error that does not repeat it',
  (wrong) => {
    const errors = errorsOf({ MONITOR_SECRET_KEY: wrong, MONITOR_SECRET_KEY_PREVIOUS: wrong });
    expect(errors).toEqual([
      expect.stringMatching(/^MONITOR_SECRET_KEY must be .* openssl rand -base64 32$/),
      expect.stringMatching(/^MONITOR_SECRET_KEY_PREVIOUS must be such keys, separated by commas/),
    ]);
    expect(errors.join()).not.toContain(wrong);
  },
);

test('an earlier key alone encrypts nothing, and is an error', () => {
  expect(errorsOf({ MONITOR_SECRET_KEY_PREVIOUS: `${older}` })).toEqual([
    expect.stringContaining('MONITOR_SECRET_KEY is not'),
  ]);
});

test('a network of channels is an address or a network', () => {
  const networks = '10.1.0.0/16, fd00::/8,127.0.0.1';
  expect(valid({ MONITOR_CHANNEL_PRIVATE_NETWORKS: networks }).channelPrivateNetworks).toEqual([
    ...['10.1.0.0/16', 'fd00::/8', '127.0.0.1'],
  ]);
  for (const wrong of ['internal', '10.0.0.0/33', '0.0.0.0/0', 'fe80::1%eth0', '10.0.0.0/8/8'])
    expect(errorsOf({ MONITOR_CHANNEL_PRIVATE_NETWORKS: wrong })).toEqual([
      expect.stringContaining('MONITOR_CHANNEL_PRIVATE_NETWORKS names'),
    ]);
});
