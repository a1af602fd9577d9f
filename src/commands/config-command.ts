import { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { timingFor } from '../domain/timing.ts';
import { requireConfig } from './require-config.ts';
import type { Terminal } from './terminal.ts';

/** `config check|print`: what the monitor would run with. */
export function configCommand(terminal: Terminal): Command {
  const config = new Command('config').description('check or print the configuration');
  config
    .command('check')
    .description('list all errors in environment variables and monitor.yaml')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => {
      if (json) {
        const outcome = loadConfig();
        const errors = outcome.kind === 'valid' ? [] : outcome.errors;
        terminal.out(
          `${JSON.stringify({ valid: errors.length === 0, errors, warnings: outcome.warnings })}\n`,
        );
        if (errors.length > 0) terminal.exit(2);
        return;
      }
      const found = requireConfig(terminal);
      if (found === null) return;
      const { channels, routes, policies } = found;
      terminal.out(
        `The configuration is valid: ${channels.length} channels, ${routes?.length ?? 'no'} routes, ${policies.length} service policies.\n`,
      );
    });
  config
    .command('print')
    .description('print the effective configuration as JSON, without secrets')
    .action(() => {
      const found = requireConfig(terminal);
      if (found === null) return;
      const { timing, policies } = found;
      const channels = found.channels.map(({ id, type }) => ({ id, type }));
      const shown = {
        ...found,
        redisUrl: found.redisUrl?.replace(/\/\/[^/]*@/, '//[secret]@') ?? null,
        apiKey: found.apiKey === null ? null : '[secret]',
        deadman: found.deadman && { ...found.deadman, url: '[secret]' },
        ...{ timing: timingFor(timing, {}, undefined), channels },
        policies: policies.map((policy) => ({ ...policy, ...timingFor(timing, policy, undefined) })),
      };
      terminal.out(`${JSON.stringify(shown, null, 2)}\n`);
    });
  return config;
}
