import { Command } from 'commander';
import { listCommand } from './list-command.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import type { Notification } from './wire.ts';

interface ListFlags extends MonitorFlags {
  incident?: string;
}

/** `notifications list|replay`. */
export function notificationsCommand(parts: MonitorCommandParts): Command {
  const { terminal } = parts;

  const list = listCommand<Notification, ListFlags>(parts, {
    description: 'list messages: sent, failed, and suppressed with the reason',
    path: '/api/notifications',
    limit: 50,
    filters: ({ incident }) => ({ incidentId: incident }),
    columns: {
      ID: (one) => one.notificationId,
      CREATED: (one) => one.createdAt,
      CHANNEL: (one) => one.channelId,
      KIND: (one) => one.kind,
      STATE: (one) => one.state,
      ATTEMPTS: (one) => String(one.attempts),
      REASON: (one) => one.reason,
    },
  }).option('--incident <id>', 'only those of one incident');

  const replay = monitorCommand(
    parts,
    { name: 'replay', description: 'replay a dead message' },
    async (ask, { json }, [id = '']) => {
      const row = await ask<Notification>('POST', `/api/notifications/${encodeURIComponent(id)}/replay`);
      if (json) terminal.out(`${JSON.stringify(row)}\n`);
      else terminal.err(`The message is ${row.state} again, for channel ${row.channelId}.\n`);
    },
  ).argument('<notification>', 'its id');

  return new Command('notifications')
    .description('list messages, and replay dead ones')
    .addCommand(list)
    .addCommand(replay);
}
