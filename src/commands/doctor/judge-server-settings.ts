import type { Finding } from './finding.ts';

interface Wish {
  setting: string;
  isRight: (value: string) => boolean;
  wanted: string;
  level: 'look' | 'act';
  because: string;
  /** The monitor sets it by itself on a server of its own, as it needs it. */
  isKept?: true;
}

const wishes: readonly Wish[] = [
  {
    setting: 'maxmemory-policy',
    isRight: (value) => value === 'noeviction',
    wanted: 'noeviction',
    level: 'act',
    because: 'with any other policy Redis deletes instances and incidents when memory runs out',
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
    isKept: true,
  },
  {
    setting: 'hash-max-listpack-value',
    isRight: (value) => Number(value) >= 256,
    wanted: '256',
    level: 'look',
    because: 'an instance takes about twice the memory without it',
  },
];

/** The settings that can be told right from wrong by themselves. */
export function judgeServerSettings(settings: ReadonlyMap<string, string>, isPrivate: boolean): Finding[] {
  return wishes.map((wish) => judge(settings.get(wish.setting), wish, isPrivate));
}

function judge(value: string | undefined, wish: Wish, isPrivate: boolean): Finding {
  const { setting, isRight, wanted, level, because, isKept = false } = wish;
  const what = `Redis setting ${setting}`;
  if (value === undefined) {
    const advice = `Make sure that it is ${wanted}: ${because}.`;
    return { what, level: 'look', found: 'unknown: CONFIG GET is refused', advice };
  }
  if (isRight(value) || (isPrivate && isKept)) return { what, level: 'ok', found: value, advice: null };
  return { what, level, found: value, advice: `Set "${setting} ${wanted}" in its redis.conf: ${because}.` };
}
