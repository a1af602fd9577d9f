import { addMonitor } from '../add-monitor.ts';
import { resolveConfig } from '../config/resolve-config.ts';
import type { MonitorOptions } from '../monitor-options.ts';
import { sdkVersion } from '../sdk-version.ts';
import { hold } from '../session/hold.ts';
import { agentMain } from './agent/main.ts';
import { beat } from './beat.ts';
import { readCommandLine } from './command-line.ts';
import { helpText } from './help-text.ts';
import { runCommand } from './run-command.ts';

/** The `service-monitor` command; resolves to its exit status. Data goes to stdout, all else to stderr. */
export async function main(argv: readonly string[]): Promise<number> {
  // It has flags of its own: its --url is what it watches.
  if (argv[0] === 'agent') return agentMain(argv.slice(1));
  const line = readCommandLine(argv);
  switch (line.kind) {
    case 'help':
      process.stdout.write(helpText);
      return 0;
    case 'version':
      process.stdout.write(`${sdkVersion}\n`);
      return 0;
    case 'usage':
      process.stderr.write(`service-monitor: ${line.problem}\n\n${helpText}`);
      return 2;
    case 'beat':
      return beatOnce(line.options, line.timeoutMs);
    case 'run':
      return runMonitored(line.options, line.command);
    default:
      return line satisfies never;
  }
}

async function beatOnce(options: MonitorOptions, timeoutMs: number): Promise<number> {
  const outcome = resolveConfig({ ...options }, process.env);
  if (outcome.kind === 'disabled') return 0;
  if (outcome.kind === 'invalid') {
    process.stderr.write(`service-monitor: ${outcome.errors.join('; ')}\n`);
    return 2;
  }
  const release = hold(timeoutMs + 1_000);
  const result = await beat(outcome.config, process.env, timeoutMs);
  release();
  if (result.kind === 'arrived') process.stdout.write(`${result.instanceId}\n`);
  else process.stderr.write(`service-monitor: no heartbeat: ${result.problem}\n`);
  return result.kind === 'arrived' ? 0 : 1;
}

/** The job matters more than its heartbeats: whatever is wrong with those, the command runs. */
async function runMonitored(options: MonitorOptions, command: readonly string[]): Promise<number> {
  // The figures of this process say nothing about the command's.
  const monitor = addMonitor({
    ...options,
    enableMetrics: false,
    enableRequestTracking: false,
    timeouts: { listenMs: 0 },
  });
  const { status, isMeant } = await runCommand(command);
  // A command that failed is not deregistered: it is found by its silence.
  if (!isMeant) process.exitCode = 1;
  await monitor.stop();
  return status;
}
