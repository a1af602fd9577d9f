import { expect, test } from 'vitest';
import { processEnvironment } from '../../src/config/process-environment.ts';

test('the command line finds the monitor that the environment describes', () => {
  expect(processEnvironment({})).toEqual({
    noColour: false,
    url: 'http://127.0.0.1:8080',
    apiKey: undefined,
    keyFault: null,
  });
  expect(
    processEnvironment({ MONITOR_PORT: '9', NO_COLOR: '1', MONITOR_API_KEY: 'k', MONITOR_PUBLIC_URL: '' }),
  ).toEqual({ noColour: true, url: 'http://127.0.0.1:9', apiKey: 'k', keyFault: null });
});
