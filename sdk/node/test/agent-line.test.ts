import { expect, test } from 'vitest';
import { readAgentLine } from '../src/cli/agent/agent-line.ts';

const read = (line: string) => readAgentLine(line.split(' ').filter(Boolean));

test.for<[string, unknown]>([
  ['--url http://127.0.0.1:8080/health', { kind: 'url', url: new URL('http://127.0.0.1:8080/health') }],
  ['--tcp localhost:5432', { kind: 'tcp', host: 'localhost', port: 5432 }],
  ['--tcp [::1]:5432', { kind: 'tcp', host: '::1', port: 5432 }],
  ['--pid 123', { kind: 'pid', pid: 123 }],
  ['--pid-file /run/a.pid', { kind: 'pid-file', path: '/run/a.pid' }],
])('%s is watched', ([line, target]) => {
  expect(read(line)).toMatchObject({
    agent: { target, everyMs: 10_000, timeoutMs: 5_000, failures: 1, startPeriodMs: 0, stopWindowMs: 60_000 },
  });
});

test.for<[string, string]>([
  ['', 'one thing to watch'],
  ['--url http://a --pid 1', 'one thing to watch'],
  ['--url ftp://a', '--url must be'],
  ['--tcp 5432', '--tcp must be'],
  ['--tcp a:99999', '--tcp must be'],
  ['--pid 0', '--pid must be'],
  ['--pid 1 --every soon', '--every must be a duration'],
  ['--pid 1 --failures 0', '--failures must be a whole number'],
  ['--pid 1 --nonsense', 'nonsense'],
  ['--pid 1 extra', 'extra'],
])('"%s" is wrong, and said to be', ([line, problem]) => {
  expect(read(line)).toMatchObject({ kind: 'usage', problem: expect.stringContaining(problem) });
});

test('the flags become options of the SDK', () => {
  expect(read('--name orders --environment test --monitor http://m --interval 5s --tcp a:1')).toMatchObject({
    options: {
      ...{ serviceName: 'orders', environment: 'test', baseUrl: 'http://m' },
      ...{ heartbeatIntervalMs: 5_000, port: 1 },
    },
  });
});
