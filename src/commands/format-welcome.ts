import { resolve } from 'node:path';
import type { Started } from '../compose.ts';
import type { Config } from '../config/configuration.ts';
import { settings } from '../config/settings.ts';
import { offerChannels } from './offer-channels.ts';

/**
 * What a person reads on a terminal after the start: where it is, where the key is, and a line that works. The text of
 * a key stands in it once, at the first start: nothing but a person reads it.
 */
export function formatWelcome(
  config: Config,
  { url, ownKey }: Pick<Started, 'url' | 'ownKey'>,
  version: string,
): string {
  const lines = [
    `Service Monitor ${version} is running (${config.roles.join(' and ')}).`,
    '',
    `  address   ${url}`,
  ];
  if (!config.roles.includes('api')) return `${[...lines, `  metrics   ${url}/metrics`, ''].join('\n')}\n`;
  lines.push(`  dashboard ${url}/`, `  API docs  ${url}/docs`, `  metrics   ${url}/metrics`);
  let key = '$MONITOR_API_KEY';
  if (config.apiKey === null) {
    const file = ownKey === null ? null : resolve(ownKey.source);
    if (ownKey?.isFresh) lines.push(`  API key   ${ownKey.text}`);
    lines.push(
      file === null
        ? '  API keys  create and list them with: npm start -- keys --help'
        : `  key file  ${file} (create more with: npm start -- keys create)`,
    );
    key = file === null ? '$KEY' : `$(cat ${quoted(file)})`;
  }
  lines.push(
    '',
    '  Register an instance:',
    `  curl -s ${url}/api/services/register -H "X-API-Key: ${key}" -H 'Content-Type: application/json' \\`,
    `    -d '{"serviceName":"checkout","environment":"production","hostname":"h1","port":8080}'`,
  );
  // Of those that were made over the API only Redis knows.
  if (config.channels.length + config.secretKeys.length === 0) {
    const line = offerChannels();
    lines.push(
      '',
      ...(line === null
        ? [
            '  No channels configured: nobody is notified. Add some to monitor.yaml; see monitor.example.yaml.',
          ]
        : [
            '  No channels configured: nobody is notified. To see messages arrive, run in a second terminal:',
            `  ${line}`,
            '  This monitor reads the new file within seconds, without a restart. Then send a test message, in a third:',
            `  ${firstMessage(url, ownKey?.source ?? 'KEY_FILE', config.apiKey)}`,
          ]),
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** The command that sends the first message: to a channel of the example, and with no option that is not needed. */
function firstMessage(url: string, keyFile: string, apiKey: string | null): string {
  const isUsual = url === `http://${settings.host.fallback}:${settings.port.fallback}`;
  return [
    'npm start -- channels test hook',
    ...(apiKey === null ? [`--key-file ${quoted(keyFile)}`] : []),
    ...(isUsual ? [] : [`--url ${url}`]),
  ].join(' ');
}

/** A path as a shell takes it inside `$(…)`. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
