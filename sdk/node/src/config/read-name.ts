import type { SettingReader } from './setting-reader.ts';
import { settings } from './settings.ts';

const longest = 128;

/** A name of a service or an environment, by the monitor's rules. */
export function readName(
  reader: SettingReader,
  option: 'serviceName' | 'environment',
  fallback: string | undefined,
): string | null {
  const given = reader.given(option);
  const name = given ? reader.text(option, longest) : (fallback ?? null);
  if (name === null) return given ? null : reader.fail(`${option} (${settings[option]}) is missing`);
  if (/^[\p{L}\p{N}._\-/: ]+$/u.test(name)) return name;
  return reader.fail(`${given?.name ?? option} may contain letters, digits, spaces and . _ - / : only`);
}
