import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { simulateCommand } from '../../src/simulator/simulate-command.ts';
import { StandInMonitor } from './stand-in-monitor.ts';

const monitor = new StandInMonitor();
let url = '';
let stdout = '';
let exitCode: number | null = null;

beforeEach(async () => {
  url = await monitor.listen();
  stdout = '';
  exitCode = null;
});
afterEach(() => monitor.close());

function command(apiKey: string | undefined): Command {
  const out = {
    stdout: (text: string) => void (stdout += text),
    stderr: () => undefined,
    columns: null,
    colour: false,
  };
  const hooks = { out, signal: new AbortController().signal, exit: (code: number) => void (exitCode = code) };
  return simulateCommand({ url, apiKey }, hooks)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
}

function run(given: Command, ...args: string[]): Promise<Command> {
  return given.parseAsync(args, { from: 'user' });
}

describe('the command simulate', () => {
  test('runs with the flags of the user against the monitor of the caller and hands over the exit code', async () => {
    await run(
      command('smk_test'),
      ...'--services 2 --instances 1 --kill 0% --interval 100ms --duration 200ms --environment flags --json'.split(
        ' ',
      ),
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      url,
      services: 2,
      instances: 2,
      environment: 'flags',
      heartbeatIntervalSeconds: 0.1,
    });
  });

  test('takes --key over the key of the caller', async () => {
    await run(command('smk_test'), '--key', 'wrong', '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout).ending.message).toContain('refused the API key');
  });

  test('does not start without a key', async () => {
    await expect(run(command(undefined))).rejects.toThrow('no API key');
  });

  test.each([
    ['--services', '0'],
    ['--instances', '2.5'],
    ['--kill', '110%'],
    ['--kill', 'many'],
    ['--speed', '0'],
    ['--duration', '5'],
    ['--url', 'ftp://monitor'],
  ])('refuses %s %s', async (flag, value) => {
    await expect(run(command('smk_test'), flag, value)).rejects.toMatchObject({
      code: 'commander.invalidArgument',
    });
    expect(exitCode).toBeNull();
  });
});
