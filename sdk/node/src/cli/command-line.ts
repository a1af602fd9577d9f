import { parseArgs } from 'node:util';
import { parseDuration } from '../config/parse-duration.ts';
import type { MonitorOptions } from '../monitor-options.ts';

export type CommandLine =
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'usage'; problem: string }
  | { kind: 'beat'; options: MonitorOptions; timeoutMs: number }
  | { kind: 'run'; options: MonitorOptions; command: readonly string[] };

const flags = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  url: { type: 'string' },
  service: { type: 'string' },
  environment: { type: 'string' },
  instance: { type: 'string' },
  interval: { type: 'string' },
  timeout: { type: 'string' },
} as const;

/** Reads the arguments. A key is no argument: every user of a machine can read those. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const intervalMs = durationMs(values.interval);
  const timeoutMs = durationMs(values.timeout ?? '30s');
  if (intervalMs === null) return usage('--interval must be a duration such as 30s');
  if (timeoutMs === null || timeoutMs === undefined) return usage('--timeout must be a duration such as 30s');
  const options: MonitorOptions = {
    baseUrl: values.url,
    serviceName: values.service,
    environment: values.environment,
    instanceId: values.instance,
    heartbeatIntervalMs: intervalMs,
  };
  const [name, ...command] = positionals;
  if (name === 'beat' && command.length === 0) return { kind: 'beat', options, timeoutMs };
  if (name === 'run' && command.length > 0) return { kind: 'run', options, command };
  return usage(name === 'run' ? 'run wants a command after --' : 'name one command: beat, run or agent');
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: flags, allowPositionals: true, strict: true });
}

function durationMs(text: string | undefined): number | null | undefined {
  return text === undefined ? undefined : parseDuration(text);
}

function usage(problem: string): CommandLine {
  return { kind: 'usage', problem };
}
