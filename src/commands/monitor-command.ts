import { Command, InvalidArgumentError } from 'commander';
import { keyFileOption } from '../key-file-option.ts';
import { type Access, type AskMonitor, askMonitor } from './ask-monitor.ts';
import type { Terminal } from './terminal.ts';

/** What every command that asks a running monitor takes. */
export interface MonitorFlags {
  url: string;
  key?: string;
  /** What the file held. */
  keyFile?: string;
  json?: boolean;
}

/** What such a command is made from. */
export interface MonitorCommandParts {
  terminal: Terminal;
  /** From the environment: used where no flag says otherwise. */
  access: Access;
}

/** A command that asks a running monitor over HTTP; what fails is said in a line, and the exit code is 1. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- commander does not say which flags it parsed
export function monitorCommand<Flags extends MonitorFlags>(
  { terminal, access }: MonitorCommandParts,
  { name, description }: { name: string; description: string },
  run: (ask: AskMonitor, flags: Flags, args: string[]) => Promise<void>,
): Command {
  return new Command(name)
    .description(description)
    .option('--url <url>', 'address of the monitor, else MONITOR_URL', toUrl, access.url)
    .option('--key <key>', 'an API key, else MONITOR_API_KEY or MONITOR_API_KEY_FILE')
    .addOption(keyFileOption())
    .option('--json', 'print JSON')
    .action(async function action(this: Command) {
      const flags = this.opts<Flags>();
      try {
        await run(
          askMonitor({ ...access, url: flags.url, apiKey: flags.key ?? flags.keyFile ?? access.apiKey }),
          flags,
          this.args,
        );
      } catch (error) {
        terminal.err(`${error instanceof Error ? error.message : String(error)}\n`);
        terminal.exit(1);
      }
    });
}

function toUrl(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new InvalidArgumentError('Give an http(s) address.');
  }
  return text.replace(/\/+$/, '');
}
