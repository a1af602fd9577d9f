import { Command } from 'commander';
import { listCommand } from './list-command.ts';
import type { MonitorCommandParts } from './monitor-command.ts';
import type { AuditEntry } from './wire.ts';

/** `audit list`. */
export function auditCommand(parts: MonitorCommandParts): Command {
  const list = listCommand<AuditEntry>(parts, {
    description: 'list the audit log, newest first',
    path: '/api/audit',
    limit: 50,
    filters: () => ({}),
    columns: {
      AT: (one) => one.at,
      ACT: (one) => (one.failedBecause === null ? one.act : `${one.act} failed: ${one.failedBecause}`),
      TARGET: (one) => one.target,
      BY: (one) => (one.by.keyId === null ? one.by.name : `${one.by.name} (${one.by.keyId})`),
      FROM: (one) => one.from,
      DETAIL: (one) => one.detail,
    },
  });
  return new Command('audit')
    .description('who did what with an API key or on the command line')
    .addCommand(list);
}
