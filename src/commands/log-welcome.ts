import { resolve } from 'node:path';
import type { Started } from '../compose.ts';
import type { Config } from '../config.ts';
import { logLine } from './log-line.ts';

/** What a log says after the start: where the node is, and never the text of a key. */
export function logWelcome(
  config: Config,
  { url, ownKey }: Pick<Started, 'url' | 'ownKey'>,
  version: string,
): string {
  const fields = {
    ...{ address: url, roles: config.roles, version },
    ...(config.apiKey === null && ownKey !== null ? { keyFile: resolve(ownKey.source) } : {}),
    ...(config.channels.length === 0 ? { note: 'no channels yet: nobody will be told' } : {}),
  };
  return logLine('info', fields, 'Service Monitor is running');
}
