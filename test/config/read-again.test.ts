import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Config } from '../../src/config/configuration.ts';
import { describeChanges } from '../../src/config/describe-changes.ts';
import { openConfigDir } from './open-config-dir.ts';

const { write, valid } = openConfigDir();

const mail = (id: string, url = 'smtp://127.0.0.1:25') =>
  `{ id: ${id}, type: email, url: "${url}", from: a@example.com, to: [b@example.com] }`;

function changesFrom(before: string, after: string): string[] {
  const config = valid({ MONITOR_CONFIG: write('monitor.yaml', before) });
  write('monitor.yaml', after);
  return describeChanges(config, again(config));
}

function again(config: Config): Config {
  const outcome = config.file.readAgain();
  if (outcome.kind === 'invalid') throw new Error(outcome.errors.join('\n'));
  return outcome.config;
}

describe('what changed is said', () => {
  test.each([
    ['channels: []', '# nothing\nchannels: []', []],
    [
      `channels: [${mail('old')}, ${mail('same')}, ${mail('moved')}]`,
      `channels: [${mail('moved', 'smtp://127.0.0.1:26')}, ${mail('same')}, ${mail('new')}]`,
      ['channel old removed', 'channel moved changed', 'channel new added'],
    ],
    [
      `channels: [${mail('a')}]`,
      `channels: [${mail('a')}]\nroutes: [{ channels: [a] }]\noperator: { channels: [a] }`,
      ['routes changed', 'channels of the operator changed'],
    ],
    [
      'channels: []',
      'services: [{ heartbeatInterval: 1s, grace: 300ms, downAfter: 4s }]',
      ['service policies changed', 'blind time changed from 3.0 s to 1.4 s'],
    ],
  ])('from %j to %j', (before, after, changes) => {
    expect(changesFrom(before, after)).toEqual(changes);
  });

  test('and never a secret', () => {
    const said = changesFrom(
      `channels: [${mail('a', 'smtps://u:canary1@mail')}]`,
      `channels: [${mail('a', 'smtps://u:canary2@mail')}]`,
    );
    expect(said).toEqual(['channel a changed']);
  });
});

test('a file that said something must not be gone or empty; one that said nothing may appear', () => {
  const path = write('monitor.yaml', 'channels: []');
  const config = valid({ MONITOR_CONFIG: path });
  write('monitor.yaml', ' \n');
  expect(config.file.readAgain()).toMatchObject({
    errors: [`${path} is empty; without channels it says: channels: []`],
  });
  rmSync(path);
  expect(config.file.readAgain()).toMatchObject({
    errors: [`MONITOR_CONFIG names ${path}, which cannot be read`],
  });

  const silent = valid({ MONITOR_CONFIG: write('silent.yaml', '') });
  expect(again(silent).channels).toEqual([]);
  write('silent.yaml', `channels: [${mail('a')}]`);
  expect(again(silent).channels).toHaveLength(1);
});

test('a reading after the start has the environment of the start', () => {
  const env: Record<string, string> = {
    MONITOR_CONFIG: write('monitor.yaml', `channels: [${mail('a', 'smtps://u:\u0024{WORD}@mail')}]`),
    WORD: 'one',
  };
  const config = valid(env);
  env['WORD'] = 'two';
  expect(describeChanges(config, again(config))).toEqual([]);
});
