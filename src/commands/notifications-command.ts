import { Command } from 'commander';
import { isUuid } from '../domain/ids.ts';
import { findIncident } from './find-incident.ts';
import { listCommand } from './list-command.ts';
import type { MonitorCommandParts, MonitorFlags } from './monitor-command.ts';
import { replayCommand } from './replay-command.ts';
import { since } from './since.ts';
import type { Notification } from './wire.ts';

interface ListFlags extends MonitorFlags {
  incident?: string;
  channel?: string;
  state?: string;
  since?: string;
}

/** `notifications list|replay`. */
export function notificationsCommand(parts: MonitorCommandParts): Command {
  const list = listCommand<Notification, ListFlags>(parts, {
    description: 'list messages: sent, failed, and suppressed with the reason',
    path: '/api/notifications',
    limit: 50,
    filters: async ({ incident, channel, state, since: from }, ask) => ({
      incidentId:
        incident === undefined || isUuid(incident)
          ? incident
          : (await findIncident(ask, incident)).incidentId,
      ...{ channelId: channel, state: state?.toLowerCase(), from },
    }),
    columns: {
      ID: (one) => one.notificationId,
      CREATED: (one) => one.createdAt,
      CHANNEL: (one) => one.channelId,
      KIND: (one) => one.kind,
      STATE: (one) => one.state,
      ATTEMPTS: (one) => String(one.attempts),
      REASON: (one) => one.reason,
    },
  })
    .option('--incident <id>', 'only those of one incident: its id, or the first characters of it')
    .option('--channel <id>', 'only those to one channel')
    .option('--state <state>', 'only pending, sending, sent, dead or suppressed ones')
    .option('--since <duration>', 'only those that were planned within this time, such as 1h', since);

  return new Command('notifications')
    .description('list messages, and replay dead ones')
    .addCommand(list)
    .addCommand(replayCommand(parts));
}
