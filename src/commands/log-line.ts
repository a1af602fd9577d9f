import { resolve } from 'node:path';
import type { Started } from '../compose.ts';
import type { Config } from '../config/configuration.ts';
import { offerChannels } from './offer-channels.ts';

const levels = { info: 30, warn: 40, fatal: 60 };

/** What the start says of itself where its output is a log: a line in the shape of every other, at every `LOG_LEVEL`. */
export function logLine(level: keyof typeof levels, fields: object, msg: string): string {
  const head = { level: levels[level], time: Date.now(), pid: process.pid };
  return `${JSON.stringify({ ...head, ...fields, msg })}\n`;
}

/** What a log says after the start: where the node is, and never the text of a key. */
export function logWelcome(
  config: Config,
  { url, ownKey }: Pick<Started, 'url' | 'ownKey'>,
  version: string,
): string {
  const fields = {
    address: url,
    roles: config.roles,
    version,
    ...(config.apiKey === null && ownKey !== null ? { keyFile: resolve(ownKey.source) } : {}),
    // Of those that were made over the API only Redis knows.
    ...(config.channels.length + config.secretKeys.length === 0 ? withoutChannels() : {}),
  };
  return logLine('info', fields, 'Service Monitor is running');
}

function withoutChannels(): { note: string; toTry?: string } {
  const line = offerChannels();
  const note = 'no channels configured: nobody is notified';
  return line === null ? { note } : { note, toTry: line };
}
