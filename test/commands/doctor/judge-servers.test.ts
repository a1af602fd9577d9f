import { expect, test } from 'vitest';
import { judgeServers } from '../../../src/commands/doctor/judge-servers.ts';
import type { ServerFacts, ServerInfo } from '../../../src/store/monitor/examine-servers.ts';

const info: ServerInfo = {
  ...{ product: 'Redis', version: '7.0.15', productVersion: '7.0.15' },
  ...{ usedBytes: 10, limitBytes: 100, machineBytes: 1_000 },
  ...{ failedWrites: [], lastSnapshotAgoMs: 0, writesSinceSnapshot: 0 },
};
const right: ServerFacts = {
  ...{ name: 'r', info, clockAheadMs: 3 },
  settings: new Map([
    ...([['maxmemory-policy', 'noeviction']] as const),
    ...([['appendonly', 'yes']] as const),
    ...([['appendfsync', 'everysec']] as const),
    ...([['hz', '100']] as const),
    ...([['hash-max-listpack-value', '256']] as const),
  ]),
  access: { address: null, isEncrypted: false, needsPassword: null },
};

const levels = (facts: Partial<ServerFacts>) =>
  judgeServers([{ ...right, ...facts }], { isPrivate: false })
    .filter((one) => one.level !== 'ok')
    .map((one) => [one.what, one.level]);
const withInfo = (more: Partial<ServerInfo>) => ({ info: { ...info, ...more } });
const at = (address: string, isEncrypted: boolean, needsPassword: boolean | null) => ({
  access: { address, isEncrypted, needsPassword },
});

test.each<[Partial<ServerFacts>, [string, string][]]>([
  [{}, []],
  [withInfo({ version: '6.2.14', productVersion: '6.2.14' }), [['Redis r', 'act']]],
  [withInfo({ product: 'Valkey', version: '7.2.4', productVersion: '8.1.0' }), []],
  [withInfo({ usedBytes: 75 }), [['Redis memory', 'look']]],
  [withInfo({ usedBytes: 95 }), [['Redis memory', 'act']]],
  [withInfo({ usedBytes: 100, limitBytes: 0 }), [['Redis memory', 'look']]],
  [withInfo({ usedBytes: 950, limitBytes: 0 }), [['Redis memory', 'act']]],
  [withInfo({ failedWrites: ['snapshot', 'write to the AOF'] }), [['Redis on disk', 'act']]],
  [{ clockAheadMs: -2_000 }, [['Redis clock', 'look']]],
  [{ clockAheadMs: 90_000 }, [['Redis clock', 'act']]],
  [at('10.1.2.3', false, false), []],
  [at('::1', false, false), []],
  [at('fd00::7', false, false), []],
  [at('8.8.8.8', true, true), []],
  [at('8.8.8.8', true, false), [['Redis access', 'act']]],
  [at('8.8.8.8', false, true), [['Redis access', 'look']]],
  [at('8.8.8.8', true, null), [['Redis access', 'look']]],
  [at('2a00:1450::1', false, false), [['Redis access', 'act']]],
])('%j is judged as it should be', (facts, expected) => {
  expect(levels(facts)).toEqual(expected);
});

test('a server of the monitor itself wakes as often as the monitor needs: hz is no finding there, and other settings are', () => {
  const settings = new Map([...right.settings, ['hz', '10'], ['maxmemory-policy', 'allkeys-lru']] as const);
  const wrong = (isPrivate: boolean) =>
    judgeServers([{ ...right, settings }], { isPrivate })
      .filter(({ level }) => level !== 'ok')
      .map(({ what }) => what);
  expect(wrong(false)).toEqual(['Redis setting maxmemory-policy', 'Redis setting hz']);
  expect(wrong(true)).toEqual(['Redis setting maxmemory-policy']);
});
