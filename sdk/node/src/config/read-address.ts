import type { SettingReader } from './setting-reader.ts';
import { settings } from './settings.ts';

/** The monitor's address, ending in one slash so that a path in it survives what is joined to it. */
export function readAddress(reader: SettingReader): URL | null {
  const text = reader.text('baseUrl', 2_048);
  if (text === null) {
    return reader.given('baseUrl') ? null : reader.fail(`baseUrl (${settings.baseUrl}) is missing`);
  }
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    return reader.fail('baseUrl must be an http or https address');
  }
  const url = new URL(text);
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname.replace(/\/*$/, '/');
  return url;
}
