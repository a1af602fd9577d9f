import { describe, expect, test } from 'vitest';
import { openConfigDir } from './open-config-dir.ts';

const { write, load, valid, errorsOf } = openConfigDir();

describe('a variable that begins with MONITOR_ and is no setting', () => {
  const warningsOf = (env: Record<string, string>) => load(env).warnings;

  test.each([
    ['MONITOR_DOWNAFTER', 'MONITOR_DOWN_AFTER'],
    ['MONITOR_ROLE', 'MONITOR_ROLES'],
    ['MONITOR_PROT', 'MONITOR_PORT'],
    ['MONITOR_PORTT', 'MONITOR_PORT'],
    ['MONITOR_INTERVAL', 'MONITOR_HEARTBEAT_INTERVAL'],
    ['MONITOR_API_KEYFILE', 'MONITOR_API_KEY_FILE'],
    ['MONITOR_REDIS_URL', 'REDIS_URL'],
    ['MONITOR_LOG_LEVEL', 'LOG_LEVEL'],
  ])('%s is an error when it is %s misspelt', (name, nearest) => {
    const error = `${name} is not a setting of the monitor; did you mean ${nearest}?`;
    expect(errorsOf({ [name]: '2s' })).toEqual([error]);
    expect(errorsOf({ [name]: '' })).toEqual([]);
  });

  test('is a warning when it is far from every setting: it may be of another program or version', () => {
    expect(errorsOf({ MONITOR_SCREENS: '2' })).toEqual([]);
    expect(warningsOf({ MONITOR_SCREENS: '2' })).toEqual([
      expect.stringMatching(
        /^MONITOR_SCREENS is not a setting of the monitor and is ignored; the most similar one is /,
      ),
    ]);
  });

  test('is nothing when monitor.yaml asks for it, or when Kubernetes made it for a Service', () => {
    const file = 'services: [{ match: { service: "${MONITOR_ROLE}" } }]';
    const env = {
      ...{ MONITOR_CONFIG: write('named.yaml', file), MONITOR_ROLE: 'x' },
      ...{ MONITOR_SERVICE_HOST: '10.0.0.1', MONITOR_SERVICE_PORT: '80', MONITOR_SERVICE_PORT_HTTP: '80' },
      ...{ MONITOR_PORT: 'tcp://10.0.0.1:80', MONITOR_PORT_80_TCP: 'tcp://10.0.0.1:80' },
      ...{ MONITOR_PORT_80_TCP_ADDR: '10.0.0.1', MONITOR_API_PORT: 'tcp://[fd00::1]:80' },
    };
    expect(valid(env).port).toBe(8080);
    expect(warningsOf(env)).toEqual([]);
  });
});
