import { parseArgs } from 'node:util';
import { parseDuration } from '../../config/parse-duration.ts';
import type { MonitorOptions } from '../../monitor-options.ts';
import { readTarget } from './read-target.ts';
import { portOf, type Target } from './target.ts';
import { wholeNumberIn } from './whole-number-in.ts';

export interface AgentOptions {
  target: Target;
  /** Between two looks. */
  everyMs: number;
  /** For one look. */
  timeoutMs: number;
  /** Looks in a row that must fail. */
  failures: number;
  /** So long after its start an instance that is not well yet is not made known. */
  startPeriodMs: number;
  /** What was well within this time before the agent is told to stop was stopped with it. */
  stopWindowMs: number;
}

export type AgentLine =
  | { kind: 'help' }
  | { kind: 'usage'; problem: string }
  | { kind: 'agent'; agent: AgentOptions; options: MonitorOptions };

const flags = {
  help: { type: 'boolean', short: 'h' },
  name: { type: 'string' },
  environment: { type: 'string' },
  instance: { type: 'string' },
  interval: { type: 'string' },
  monitor: { type: 'string' },
  url: { type: 'string' },
  tcp: { type: 'string' },
  pid: { type: 'string' },
  'pid-file': { type: 'string' },
  every: { type: 'string', default: '10s' },
  timeout: { type: 'string', default: '5s' },
  failures: { type: 'string', default: '1' },
  'start-period': { type: 'string', default: '0s' },
  'stop-window': { type: 'string', default: '1m' },
} as const;

/** Reads what stands after `agent`. */
export function readAgentLine(argv: readonly string[]): AgentLine {
  try {
    const values = parse(argv);
    if (values.help) return { kind: 'help' };
    const target = readTarget(values);
    const port = portOf(target);
    return {
      kind: 'agent',
      agent: {
        target,
        everyMs: durationIn('every', values.every),
        timeoutMs: durationIn('timeout', values.timeout),
        failures: wholeNumberIn('failures', values.failures),
        startPeriodMs: durationIn('start-period', values['start-period']),
        stopWindowMs: durationIn('stop-window', values['stop-window']),
      },
      options: {
        baseUrl: values.monitor,
        serviceName: values.name,
        environment: values.environment,
        instanceId: values.instance,
        ...(port === null ? {} : { port }),
        ...(values.interval === undefined
          ? {}
          : { heartbeatIntervalMs: durationIn('interval', values.interval) }),
      },
    };
  } catch (error) {
    return { kind: 'usage', problem: error instanceof Error ? error.message : String(error) };
  }
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: flags, allowPositionals: false, strict: true }).values;
}

function durationIn(name: string, text: string): number {
  const ms = parseDuration(text);
  if (ms === null || ms > 24 * 3_600_000)
    throw new Error(`--${name} must be a duration such as 30s, of a day at most`);
  return ms;
}
