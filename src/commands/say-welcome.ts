import type { Config } from '../config.ts';

/** What a person reads after the start: where it is, the key if there is a new one, and a line that works. */
export function sayWelcome(config: Config, url: string, firstKey: string | null, version: string): string {
  const lines = [
    `Service Monitor ${version} is running (${config.roles.join(' and ')}).`,
    '',
    `  address   ${url}`,
  ];
  if (!config.roles.includes('api')) return `${[...lines, `  metrics   ${url}/metrics`, ''].join('\n')}\n`;
  lines.push(`  dashboard ${url}/`, `  API docs  ${url}/docs`, `  metrics   ${url}/metrics`);
  if (firstKey !== null) {
    lines.push(
      `  API key   ${firstKey}`,
      '            (shown once; make more with: npm start -- keys create)',
    );
  }
  // A key that came from outside is not repeated where it would end up in a log.
  const shown = firstKey ?? '$MONITOR_API_KEY';
  const quote = firstKey === null ? '"' : "'";
  lines.push(
    '',
    '  Register an instance:',
    `  curl -s ${url}/api/services/register -H ${quote}X-API-Key: ${shown}${quote} -H 'Content-Type: application/json' \\`,
    `    -d '{"serviceName":"demo","environment":"test","hostname":"localhost","port":1234}'`,
  );
  if (config.channels.length === 0) {
    lines.push(
      '',
      '  No channels yet: nobody will be told. Put some into monitor.yaml; monitor.example.yaml shows how.',
    );
  }
  return `${lines.join('\n')}\n\n`;
}
