import type { ServerFacts } from '../../store/examine/examine-servers.ts';
import type { Finding } from './finding.ts';

const oldestVersion = 7;
const mib = 1024 * 1024;

interface Wish {
  setting: string;
  isRight: (value: string) => boolean;
  wanted: string;
  level: 'look' | 'act';
  because: string;
}

const wishes: readonly Wish[] = [
  {
    setting: 'maxmemory-policy',
    isRight: (value) => value === 'noeviction',
    wanted: 'noeviction',
    level: 'act',
    because: 'any other throws away instances and incidents when memory is short',
  },
  {
    setting: 'appendonly',
    isRight: (value) => value === 'yes',
    wanted: 'yes',
    level: 'act',
    because: 'without it a restart of Redis forgets everything since the last snapshot',
  },
  {
    setting: 'appendfsync',
    isRight: (value) => value !== 'no',
    wanted: 'everysec',
    level: 'act',
    because: 'without it a crash of the machine loses more than a second',
  },
  {
    setting: 'hz',
    isRight: (value) => Number(value) >= 100,
    wanted: '100',
    level: 'look',
    because: 'checks are up to 100 ms late with the default of 10',
  },
  {
    setting: 'hash-max-listpack-value',
    isRight: (value) => Number(value) >= 256,
    wanted: '256',
    level: 'look',
    because: 'an instance takes about twice the memory without it',
  },
];

/** What is to be said of one Redis server. */
export function judgeServer(facts: ServerFacts): Finding[] {
  return [
    versionOf(facts),
    ...wishes.map((wish) => settingOf(facts, wish)),
    memoryOf(facts),
    fileOf(facts),
    clockOf(facts),
  ];
}

function versionOf({ name, version }: ServerFacts): Finding {
  const isRight = Number.parseInt(version, 10) >= oldestVersion;
  const advice = isRight ? null : `Use Redis ${oldestVersion} or newer.`;
  return { what: `Redis ${name}`, level: isRight ? 'ok' : 'act', found: `version ${version}`, advice };
}

function settingOf(
  { name, settings }: ServerFacts,
  { setting, isRight, wanted, level, because }: Wish,
): Finding {
  const value = settings.get(setting);
  const what = `Redis setting ${setting}`;
  if (value === undefined) {
    const advice = `See to it that it is ${wanted} on ${name}: ${because}.`;
    return { what, level: 'look', found: 'may not be asked for', advice };
  }
  if (isRight(value)) return { what, level: 'ok', found: value, advice: null };
  return { what, level, found: value, advice: `Set "${setting} ${wanted}" in its redis.conf: ${because}.` };
}

function memoryOf({ usedBytes, limitBytes, machineBytes }: ServerFacts): Finding {
  const limit = limitBytes || machineBytes;
  const share = limit === 0 ? 0 : usedBytes / limit;
  const percent = Math.round(share * 100);
  const found = `${Math.round(usedBytes / mib)} MiB, ${percent} % of ${limitBytes === 0 ? 'the machine' : 'maxmemory'}`;
  if (share < 0.7) return { what: 'Redis memory', level: 'ok', found, advice: null };
  const advice = 'Give it more: when it is full, heartbeats are refused.';
  return { what: 'Redis memory', level: share < 0.9 ? 'look' : 'act', found, advice };
}

function fileOf({ isPersisting }: ServerFacts): Finding {
  const advice = 'See the log of Redis: the disk may be full.';
  if (isPersisting)
    return { what: 'Redis on disk', level: 'ok', found: 'the last write went well', advice: null };
  return { what: 'Redis on disk', level: 'act', found: 'the last write failed', advice };
}

/** No status is judged by this machine's clock; logs and signatures of webhooks carry it. */
function clockOf({ clockAheadMs }: ServerFacts): Finding {
  const ms = Math.round(Math.abs(clockAheadMs));
  const found = ms < 20 ? 'as here' : `${ms} ms ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this machine`;
  if (ms < 1_000) return { what: 'Redis clock', level: 'ok', found, advice: null };
  const advice = 'Run NTP on both: logs lie, and receivers refuse webhooks that seem minutes old.';
  return { what: 'Redis clock', level: ms < 60_000 ? 'look' : 'act', found, advice };
}
