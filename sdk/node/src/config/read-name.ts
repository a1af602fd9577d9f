import type { SettingReader } from './setting-reader.ts';
import { settings } from './settings.ts';

const longest = 128;

/** What makes a name look like another one, or takes no place on a screen. */
const refused =
  /[\p{Cc}\p{Cs}\p{Bidi_Control}\u00AD\u180E\u200B\u2028\u2029\u2060-\u2064\uFEFF\uFFF9-\uFFFB]/u;

/** A name of a service or an environment, by the monitor's rules. */
export function readName(
  reader: SettingReader,
  option: 'serviceName' | 'environment',
  fallback: string | undefined,
): string | null {
  const given = reader.given(option);
  // Its length counts characters, and each may have two units.
  const name = given ? reader.text(option, 2 * longest) : (fallback ?? null);
  if (name === null) return given ? null : reader.fail(`${option} (${settings[option]}) is missing`);
  const called = given?.name ?? option;
  if ([...name].length > longest) return reader.fail(`${called} is longer than ${longest} characters`);
  const isSeen = /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) && !refused.test(name);
  return isSeen ? name : reader.fail(`${called} contains invisible characters`);
}
