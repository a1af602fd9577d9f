import { Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../domain/duration.ts';
import { keyFileOption } from '../key-file-option.ts';
import type { SimulationOutput } from './report/simulation-output.ts';
import { simulate } from './simulate.ts';
import type { SimulationOptions } from './simulation-options.ts';

interface SimulateHooks {
  out: SimulationOutput;
  /** Aborted when the user wants to stop. */
  signal: AbortSignal;
  /** Takes the exit code at the end; only the caller ends the process. */
  exit(code: number): void;
}

interface Flags {
  url: string;
  key?: string;
  /** What the file held. */
  keyFile?: string;
  services: number;
  instances: number;
  kill: number;
  speed: number;
  duration?: number;
  environment: string;
  seed: number;
  interval?: number;
  downAfter: number;
  json: boolean;
}

/** The command `simulate`. Where the monitor is and which key to use, unless said otherwise, are the caller's to know. */
export function simulateCommand(
  defaults: { url: string; apiKey: string | undefined },
  hooks: SimulateHooks,
): Command {
  return new Command('simulate')
    .description(
      'run a simulated fleet against a monitor, kill part of it, and check the answers of the monitor',
    )
    .option('--url <url>', 'address of the monitor', httpUrl, defaults.url)
    .option(
      '--key <key>',
      'an API key with the scopes ingest and read, else MONITOR_API_KEY or MONITOR_API_KEY_FILE',
    )
    .addOption(keyFileOption())
    .option('--services <count>', 'how many services', wholeNumber, 20)
    .option('--instances <count>', 'how many instances of each service', wholeNumber, 3)
    .addOption(
      new Option('--kill <share>', 'the share of all instances to kill').argParser(share).default(0.1, '10%'),
    )
    .option('--speed <factor>', 'send heartbeats so many times faster than every 30 s', positive, 1)
    .option('--interval <duration>', 'the heartbeat interval, instead of --speed', duration)
    .option('--duration <duration>', 'repeat kill and revive for this time, such as 5m', duration)
    .addOption(
      new Option('--down-after <duration>', 'MONITOR_DOWN_AFTER of the monitor')
        .argParser(duration)
        .default(120_000, '2m'),
    )
    .option('--environment <name>', 'the environment to register in', 'simulation')
    .option('--seed <number>', 'the same seed kills the same instances', wholeNumber, 1)
    .option('--json', 'print one line of JSON instead of the report', false)
    .action(async (flags: Flags, command: Command) => {
      const apiKey = flags.key ?? flags.keyFile ?? defaults.apiKey;
      if (!apiKey) command.error('error: no API key; set one with --key-file, --key or MONITOR_API_KEY');
      const report = await simulate(optionsOf(flags, apiKey, hooks.signal), hooks.out);
      hooks.exit(report.exitCode);
    });
}

function optionsOf(flags: Flags, apiKey: string, signal: AbortSignal): SimulationOptions {
  const { url, services, instances, speed, environment, seed, json } = flags;
  return {
    url,
    apiKey,
    services,
    instances,
    speed,
    environment,
    seed,
    json,
    signal,
    killFraction: flags.kill,
    durationMs: flags.duration,
    intervalSeconds: flags.interval === undefined ? undefined : flags.interval / 1000,
    downAfterMs: flags.downAfter,
  };
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1 on.');
  return Number(text);
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 300)) throw new InvalidArgumentError('Give a number above 0, up to 300.');
  return value;
}

function share(text: string): number {
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) {
    throw new InvalidArgumentError('Give a share such as 10% or 0.1.');
  }
  return value;
}

function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === null || ms <= 0) throw new InvalidArgumentError('Give a duration such as 500ms, 30s or 5m.');
  return ms;
}

function httpUrl(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new InvalidArgumentError('Give an http(s) address.');
  return text.replace(/\/+$/, '');
}
