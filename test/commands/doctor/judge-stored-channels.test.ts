import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretKeys } from '../../../src/channels/stored/secret-keys.ts';
import { judgeStoredChannels } from '../../../src/commands/doctor/judge-stored-channels.ts';
import { inUse } from '../../../src/compose/in-use.ts';
import type { Config } from '../../../src/config/configuration.ts';
import { loadConfig } from '../../../src/config.ts';
import type { StoredChannel } from '../../../src/domain/stored-channel.ts';
import { openConfigDir } from '../../config/open-config-dir.ts';

const { write } = openConfigDir();
const first = randomBytes(32);
const second = randomBytes(32);

function stored(channelId: string, key: Buffer, isEnabled = true): StoredChannel {
  const sealed = createSecretKeys([key]).seal('"abcdef"', { channelId, field: 'token' });
  return {
    ...{ channelId, isEnabled, match: null, version: 'a', createdAtMs: 0, changedAtMs: 0, changedBy: 'ops' },
    settings: { type: 'gotify', url: 'https://gotify.example.com' },
    secrets: { token: sealed },
  };
}

function judged(file: string, channels: StoredChannel[], keys: Buffer[]) {
  const outcome = loadConfig({
    ...{
      MONITOR_CONFIG: write('monitor.yaml', file),
      MONITOR_SECRET_KEY: randomBytes(32).toString('base64'),
    },
  });
  if (outcome.kind === 'invalid') throw new Error(outcome.errors.join('; '));
  const config: Config = outcome.config;
  const opened = createSecretKeys(keys);
  return judgeStoredChannels(channels, inUse(config, channels, opened), config, opened.ids).map(
    ({ what, level, found }) => `${level} ${what}: ${found}`,
  );
}

test('nothing is said where all is well', () => {
  expect(judged('routes: [{ channels: [chat] }]', [stored('chat', first)], [first])).toEqual([]);
  expect(judged('', [], [])).toEqual([]);
});

test('a name that leads nowhere is said, wherever the file has it', () => {
  const file = `
routes: [{ channels: [gone], escalate: [{ after: 5m, channels: [boss] }] }]
defaultChannels: [rest]
operator: { channels: [ops, off] }`;
  expect(judged(file, [stored('ops', first), stored('off', first, false)], [first])).toEqual([
    ...['gone', 'rest', 'boss'].map(
      (name) => `act Channel ${name}: monitor.yaml sends to it, and there is none`,
    ),
    'look Channel off: monitor.yaml sends to it, and it is switched off',
  ]);
});

test('a channel whose key is not here is not taken for one that works', () => {
  const [lost] = judged('', [stored('chat', first)], [second]);
  expect(lost).toMatch(
    /^act Channel chat: its secrets are encrypted with key [0-9a-f]{8}, which is neither in/,
  );
  const [unknown] = judged('', [stored('chat', first)], []);
  expect(unknown).toMatch(/^look Channel chat: not examined: .* MONITOR_SECRET_KEY is not set here$/);
});

test('what is still encrypted with an earlier key is said', () => {
  expect(judged('', [stored('chat', first), stored('mail', second)], [second, first])).toEqual([
    'look Secrets of channels: not encrypted with the key that is in MONITOR_SECRET_KEY: chat',
  ]);
});
