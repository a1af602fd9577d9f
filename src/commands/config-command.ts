import { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { timingFor } from '../domain/timing.ts';
import { formatReloads } from './format-reloads.ts';
import { type MonitorCommandParts, monitorCommand } from './monitor-command.ts';
import { requireConfig } from './require-config.ts';
import type { ConfigReload } from './wire.ts';

/** `config check|print|reload`: what the monitor would run with, and that it does. */
export function configCommand(parts: MonitorCommandParts): Command {
  const { terminal } = parts;
  const config = new Command('config').description('check, print or reload the configuration');
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
      const { channels, routes, policies, statusPages } = found;
      const pages = statusPages.length === 0 ? '' : `, ${count(statusPages, 'status page')}`;
      terminal.out(
        `The configuration is valid: ${count(channels, 'channel')}, ${count(routes?.routes ?? [], 'route')}, ${policies.length === 1 ? '1 service policy' : `${policies.length || 'no'} service policies`}${pages}.\n`,
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
        signIn: found.signIn && {
          ...found.signIn,
          clientSecret: found.signIn.clientSecret === null ? null : '[secret]',
        },
        secretKeys: found.secretKeys.map(() => '[secret]'),
        deadman: found.deadman && { ...found.deadman, url: '[secret]' },
        ...{ timing: timingFor(timing, {}, undefined), channels },
        policies: policies.map((policy) => ({ ...policy, ...timingFor(timing, policy, undefined) })),
      };
      terminal.out(`${JSON.stringify(shown, null, 2)}\n`);
    });
  const reload = monitorCommand(
    parts,
    { name: 'reload', description: 'make every node read monitor.yaml again, and print what each did' },
    async (ask, { json }) => {
      const { nodes } = await ask<ConfigReload>('POST', '/api/config/reload');
      if (nodes.some(({ result }) => result === 'refused' || result === 'no-answer')) terminal.exit(1);
      terminal.out(json ? `${JSON.stringify({ nodes })}\n` : formatReloads(nodes));
    },
  );
  return config.addCommand(reload);
}

function count(list: readonly unknown[], noun: string): string {
  return `${list.length || 'no'} ${noun}${list.length === 1 ? '' : 's'}`;
}
