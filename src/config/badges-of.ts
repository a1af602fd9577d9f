import type { ServiceMatch } from '../domain/matches-service.ts';
import type { SettingReader } from './setting-reader.ts';

/** `checkout, production/*`: names, or an environment and a name; an environment has no `/` then. */
export function badgesOf(from: SettingReader): ServiceMatch[] {
  const entries = from
    .text('badges')
    .normalize('NFC')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries.map((entry) => {
    const slash = entry.indexOf('/');
    if (slash === -1) return { service: entry };
    const [environment, service] = [entry.slice(0, slash).trim(), entry.slice(slash + 1).trim()];
    if (environment === '' || service === '')
      from.fail('badges', `names "${entry}", which is not a name or environment/name`);
    return { environment, service };
  });
}
