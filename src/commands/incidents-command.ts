import { Command } from 'commander';
import { findIncidentOrGroup } from './find-group.ts';
import { findIncident } from './find-incident.ts';
import { formatIncident } from './format-incident.ts';
import { listAll } from './list-all.ts';
import { listCommand } from './list-command.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import { renderRows } from './render-rows.ts';
import type { Incident, Notification } from './wire.ts';

const idWords = 'its id, or the first characters of it';

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
      const incident = await findIncident(ask, id);
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
  ).argument('<incident>', idWords);

  const act = (name: string, path: string, description: string, done: string): Command =>
    monitorCommand<ActFlags>(parts, { name, description }, async (ask, { by, note, json }, [id = '']) => {
      const body = { by, ...(note === undefined ? {} : { note }) };
      const one = (incidentId: string) => ask<Incident>('POST', `/api/incidents/${incidentId}/${path}`, body);
      const meant = await findIncidentOrGroup(ask, id);
      if (meant.kind === 'incident') {
        const incident = await one(meant.incident.incidentId);
        if (json) terminal.out(`${JSON.stringify(incident)}\n`);
        else terminal.err(`The incident of ${incident.serviceName} ${done}.\n`);
        return;
      }
      const { outageGroupId, cause, incidents } = meant.group;
      if (path !== 'acknowledge')
        throw new Error(
          `${outageGroupId} is an outage group: give the id of one of its incidents; run: groups ${outageGroupId}`,
        );
      const after: Incident[] = [];
      const refused: string[] = [];
      for (const { incidentId, serviceName, over } of incidents) {
        if (over) continue;
        try {
          after.push(await one(incidentId));
        } catch (error) {
          refused.push(
            `${serviceName}, ${incidentId}: ${error instanceof Error ? error.message : 'refused'}`,
          );
        }
      }
      if (json) terminal.out(`${JSON.stringify(after)}\n`);
      else terminal.err(describeGroupAct(cause, after));
      if (refused.length > 0) throw new Error(refused.join('\n'));
    })
      .argument(
        '<incident>',
        path === 'acknowledge' ? `${idWords}; or of an outage group: all its open incidents` : idWords,
      )
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

function describeGroupAct(cause: string, incidents: readonly Incident[]): string {
  const names = incidents.map(({ serviceName }) => serviceName).toSorted();
  if (names.length === 0) return `No incident of ${cause} is open.\n`;
  const [many, verb] = names.length === 1 ? ['1 incident', 'is'] : [`${names.length} incidents`, 'are'];
  return `${many} of ${cause} ${verb} acknowledged: ${names.join(', ')}.\n`;
}
