import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fastSettings } from '../support/fast-settings.ts';
import { type RunningMonitor, startMonitor } from '../support/start-monitor.ts';
import { ExampleProcess, hasProgram } from './support/example-process.ts';
import { WatchedService } from './support/watched-service.ts';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'examples-'));
const goProgram = join(folder, 'heartbeat');

interface Language {
  name: string;
  isThere: boolean;
  prepare?: () => void;
  command: [file: string, ...args: string[]];
  /** Of a program that was told to stop: by SIGTERM; by Ctrl-C, where that is another. */
  exitCode: number;
  interruptedCode?: number;
  /** What it prints once the monitor hears it; by default nothing. */
  says?: (service: string) => string;
}

const languages: Language[] = [
  {
    name: 'bash',
    isThere: hasProgram('bash', '--version') && hasProgram('curl', '--version'),
    command: ['bash', 'bash/heartbeat.sh'],
    exitCode: 0,
    says: (service) => `${service} is alive: ${monitor.url}\n`,
  },
  {
    name: 'python',
    isThere: hasProgram('python3', '--version'),
    command: ['python3', 'python/heartbeat.py'],
    exitCode: 0,
  },
  {
    name: 'go',
    isThere: hasProgram('go', 'version'),
    prepare() {
      const env = { ...process.env, GO111MODULE: 'off', CGO_ENABLED: '0', GOCACHE: join(folder, 'cache') };
      execFileSync('go', ['build', '-o', goProgram, 'go/heartbeat.go'], { cwd: examples, env });
    },
    command: [goProgram],
    exitCode: 0,
  },
  {
    name: 'java',
    isThere: hasProgram('javac', '-version'),
    // It lives for seconds: a compiler that makes long runs fast would take more than it gives.
    command: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', 'java/Heartbeat.java'],
    ...{ exitCode: 143, interruptedCode: 130 },
  },
];

for (const { name, isThere } of languages)
  if (!isThere) process.stderr.write(`test: no ${name} on the PATH; examples/${name} is left out\n`);

/** On a busy machine Redis may take longer than the half second that a heartbeat waits. To say so, and to go on, is right. */
const withoutUnavailable = (printed: string) => printed.replaceAll(/^.*\b503\b.*\n/gm, '');

let monitor: RunningMonitor;
const started: ExampleProcess[] = [];

beforeAll(async () => {
  monitor = await startMonitor({ env: fastSettings });
});
afterAll(async () => {
  await Promise.all(started.map((example) => example.end('SIGKILL')));
  await monitor?.stop();
  rmSync(folder, { recursive: true });
});

describe.for(languages.filter(({ isThere }) => isThere))('the $name example', (language) => {
  beforeAll(() => language.prepare?.());

  function start(service: string): { example: ExampleProcess; watched: WatchedService } {
    const [file, ...args] = language.command;
    const example = new ExampleProcess(monitor.url, file, [...args, service]);
    started.push(example);
    return { example, watched: new WatchedService(monitor.url, service) };
  }

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'is Healthy while it runs, and Stopped after %s',
    async (signal) => {
      const { example, watched } = start(`${language.name}-${signal}`);
      await watched.untilStatus('Healthy', 30_000);
      await watched.heartbeats(3);
      const { exitCode, interruptedCode = exitCode } = language;
      expect(await example.end(signal)).toBe(signal === 'SIGINT' ? interruptedCode : exitCode);
      expect(await watched.instance()).toMatchObject({ status: 'Stopped' });
      expect(withoutUnavailable(example.printed)).toBe(language.says?.(`${language.name}-${signal}`) ?? '');
    },
  );

  test('is Down when it is killed', async () => {
    const { example, watched } = start(`${language.name}-killed`);
    await watched.untilStatus('Healthy', 30_000);
    await example.end('SIGKILL');
    await watched.untilStatus('Down');
  });

  test.each(['SERVICE_MONITOR_URL', 'SERVICE_MONITOR_API_KEY'])(
    'says how it is used without %s',
    async (name) => {
      const [file, ...args] = language.command;
      const example = new ExampleProcess(monitor.url, file, [...args, 'orders'], { [name]: '' });
      started.push(example);
      expect(await example.ended()).toBe(1);
      expect(example.printed).toMatch(/^usage: SERVICE_MONITOR_URL=.* SERVICE\n$/);
    },
  );
});

test.each([
  ['bash/heartbeat.sh', 12],
  ['python/heartbeat.py', 20],
])('%s has at most %i lines', (path, most) => {
  const text = readFileSync(join(examples, path), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(most);
});
