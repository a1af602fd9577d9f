import { expect, test } from 'vitest';
import { channelConfigSchema } from '../../src/channels/registry.ts';
import { createSecretKeys } from '../../src/channels/stored/secret-keys.ts';
import { inUse } from '../../src/compose/in-use.ts';
import type { StoredChannel } from '../../src/domain/stored-channel.ts';

const keys = createSecretKeys([Buffer.alloc(32, 1)]);

const stored = (channelId: string, more: Partial<StoredChannel> = {}): StoredChannel => ({
  ...{ channelId, version: 'v1', isEnabled: true, match: null, createdAtMs: 0, changedAtMs: 0 },
  settings: { type: 'gotify', url: 'https://gotify.example.com' },
  secrets: { token: keys.seal(JSON.stringify('abc'), { channelId, field: 'token' }) },
  changedBy: 'ada',
  ...more,
});

const used = (...channels: StoredChannel[]) => {
  const given = { id: 'twice', type: 'ntfy', topic: 'abcdefgh' };
  return inUse({ channels: [channelConfigSchema.parse(given)] }, channels, keys);
};

test('a channel of the file hides one of the API with its id', () => {
  const all = used(stored('twice'), stored('chat'));
  expect(all.map(({ id, type, origin }) => [id, type, origin])).toEqual([
    ['twice', 'ntfy', 'file'],
    ['chat', 'gotify', 'api'],
  ]);
});

test('one that is switched off is not used', () => {
  expect(used(stored('chat', { isEnabled: false })).map(({ id }) => id)).toEqual(['twice']);
});

test('one whose secrets are not its own cannot be used, and stays', () => {
  const moved = stored('chat', { secrets: stored('other').secrets });
  expect(used(moved)[1]).toMatchObject({ id: 'chat', opened: { kind: 'locked' } });
});
