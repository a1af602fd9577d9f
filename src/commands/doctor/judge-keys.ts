import { keyIdOf } from '../../domain/api-key.ts';
import { quota } from '../../domain/quota.ts';
import type { MonitorFacts } from '../../store/monitor/examine-monitor.ts';
import type { Finding } from './finding.ts';

/** Whether somebody can call, and whether anybody comes near what a key may register; `ownKey` is that of the environment. */
export function judgeKeys(
  { apiKeys, revokedKeyIds, keyUsage }: MonitorFacts,
  ownKey: string | null,
): Finding[] {
  const near = quota.nearLimit(keyUsage, false).map((key): Finding => {
    const isFull = key.instances >= key.limit;
    const advice = `If this is intended, raise it: keys limit ${key.keyId} NUMBER. Otherwise find out who registers so many.`;
    return {
      what: `Limit of key ${key.keyId}`,
      level: isFull ? 'act' : 'look',
      found: quota.say(key),
      advice,
    };
  });
  return [countOf(apiKeys), ...ownKeyOf(ownKey, revokedKeyIds), ...near];
}

function countOf(apiKeys: number): Finding {
  const what = 'API keys';
  if (apiKeys > 0) return { what, level: 'ok', found: String(apiKeys), advice: null };
  return {
    what,
    level: 'act',
    found: 'none: nobody can call the API',
    advice: 'Create one with: keys create',
  };
}

function ownKeyOf(ownKey: string | null, revokedKeyIds: readonly string[]): Finding[] {
  const keyId = keyIdOf(ownKey ?? '');
  if (keyId === null || !revokedKeyIds.includes(keyId)) return [];
  const found = `${keyId} was revoked and is not valid`;
  const advice = 'Create another with: keys generate. Configure it instead of the old one.';
  return [{ what: 'MONITOR_API_KEY', level: 'act', found, advice }];
}
