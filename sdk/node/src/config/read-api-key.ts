import { readFileSync } from 'node:fs';
import type { Env } from './env.ts';
import type { SettingReader } from './setting-reader.ts';
import { settings } from './settings.ts';

/** The key, from the option, the variable or the file that `<variable>_FILE` names (as container secrets come). */
export function readApiKey(reader: SettingReader, env: Env): string | null {
  const path = env[`${settings.apiKey}_FILE`];
  const given = reader.given('apiKey')?.value;
  const key =
    (typeof given === 'function' ? call(given, reader) : given) ?? (path ? readSecret(path, reader) : null);
  if (key === null && path) return null;
  if (key === null) return reader.fail(`apiKey (${settings.apiKey}) is missing`);
  // Anything else cannot travel in a header. The key itself stays out of the message.
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,512}$/.test(key.trim())) {
    return reader.fail('apiKey must be printable ASCII without spaces');
  }
  return key.trim();
}

function call(give: Function, reader: SettingReader): unknown {
  try {
    return give() as unknown;
  } catch {
    return reader.fail('apiKey is a function that throws');
  }
}

function readSecret(path: string, reader: SettingReader): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return reader.fail(`${settings.apiKey}_FILE names a file that cannot be read`);
  }
}
