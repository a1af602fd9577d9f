import { Command } from 'commander';
import { formatIncident } from './format-incident.ts';
import { listAll } from './list-all.ts';
import { listCommand } from './list-command.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import { renderRows } from './render-rows.ts';
import type { Incident, Notification } from './wire.ts';

interface ListFlags extends MonitorFlags {
  state?: string;
  service?: string;
}

interface ActFlags extends MonitorFlags {
  by: string;
  note?: string;
}

/** `incidents list|show|acknowledge|resolve|note`; `userName` signs what is done, unless `--by` says who. */
export function incidentsCommand(parts: MonitorCommandParts, userName: string): Command {
  const { terminal } = parts;

  const list = listCommand<Incident, ListFlags>(parts, {
    description: 'list incidents, newest first',
    path: '/api/incidents',
    limit: 50,
    filters: ({ state, service }) => ({ state: state?.toLowerCase(), serviceId: service }),
    columns: {
      ID: (one) => one.incidentId,
      SERVICE: (one) => one.serviceName,
      ENVIRONMENT: (one) => one.environment,
      STATE: (one) => one.state,
      STARTED: (one) => one.startedAt,
      RESOLVED: (one) => one.resolvedAt,
      'ACKNOWLEDGED BY': (one) => one.acknowledged?.by ?? null,
    },
  })
    .option('--state <state>', 'only open, recovering or resolved ones')
    .option('--service <id>', 'only those of one service');

  const show = monitorCommand(
    parts,
    { name: 'show', description: 'show one incident with its timeline and its messages' },
    async (ask, { json }, [id = '']) => {
      const incident = await ask<Incident>('GET', `/api/incidents/${encodeURIComponent(id)}`);
      const filters = { incidentId: incident.incidentId };
      const { items } = await listAll<Notification>(ask, '/api/notifications', filters, 1_000);
      if (json) return terminal.out(`${JSON.stringify({ ...incident, notifications: items })}\n`);
      terminal.out(formatIncident(incident));
      const rows = items.map((one) => [
        ...[one.notificationId, one.kind, one.channelId, one.state, one.reason ?? ''],
      ]);
      if (rows.length > 0) {
        terminal.out(`\n${renderRows(['NOTIFICATION', 'KIND', 'CHANNEL', 'STATE', 'REASON'], rows)}`);
      }
    },
  ).argument('<incident>', 'its id');

  const act = (name: string, path: string, description: string, done: string): Command =>
    monitorCommand<ActFlags>(parts, { name, description }, async (ask, { by, note, json }, [id = '']) => {
      const body = { by, ...(note === undefined ? {} : { note }) };
      const incident = await ask<Incident>('POST', `/api/incidents/${encodeURIComponent(id)}/${path}`, body);
      if (json) terminal.out(`${JSON.stringify(incident)}\n`);
      else terminal.err(`The incident of ${incident.serviceName} ${done}.\n`);
    })
      .argument('<incident>', 'its id')
      .option('--by <name>', 'your name, for the timeline', userName);

  return new Command('incidents')
    .description('list, show and act on incidents')
    .addCommand(list)
    .addCommand(show)
    .addCommand(
      act('acknowledge', 'acknowledge', 'mark it as being worked on', 'is acknowledged').option(
        '--note <text>',
        'for the timeline',
      ),
    )
    .addCommand(
      act(
        'resolve',
        'resolve',
        'resolve it by hand, whatever the status of its service',
        'is resolved',
      ).option('--note <text>', 'for the timeline'),
    )
    .addCommand(
      act(
        'note',
        'notes',
        'add a note to its timeline, also when it is resolved',
        'has a new note',
      ).requiredOption('--note <text>', 'for the timeline'),
    );
}
