import { Command } from 'commander';
import { actOn, type IncidentAct } from './act-on-incidents.ts';
import { eachId } from './each-id.ts';
import { findIncident } from './find-incident.ts';
import { findService } from './find-service.ts';
import { formatIncident } from './format-incident.ts';
import { listAll } from './list-all.ts';
import { listCommand } from './list-command.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import { renderRows } from './render-rows.ts';
import { retractCommand } from './retract-command.ts';
import { columnsOf } from './terminal.ts';
import type { Incident, Notification } from './wire.ts';

const idWords = 'its id, or the first characters of it';

interface ListFlags extends MonitorFlags {
  state?: string;
  service?: string;
}

interface ActFlags extends MonitorFlags {
  by: string;
  note?: string;
  public?: boolean;
}

/** `incidents list|show|acknowledge|resolve|note|retract`; `userName` signs what is done, unless `--by` says who. */
export function incidentsCommand(parts: MonitorCommandParts, userName: string): Command {
  const { terminal } = parts;

  const list = listCommand<Incident, ListFlags>(parts, {
    description: 'list incidents, newest first',
    path: '/api/incidents',
    limit: 50,
    filters: async ({ state, service }, ask) => ({
      state: state?.toLowerCase(),
      serviceId: service === undefined ? undefined : (await findService(ask, service)).serviceId,
    }),
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
    .option(
      '--service <service>',
      'only those of one service: its name, its id, or the first characters of that',
    );

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
        terminal.out(
          `\n${renderRows(['NOTIFICATION', 'KIND', 'CHANNEL', 'STATE', 'REASON'], rows, columnsOf(terminal))}`,
        );
      }
    },
  ).argument('<incident>', idWords);

  const act = (name: string, path: IncidentAct, description: string, done: string): Command =>
    monitorCommand<ActFlags>(parts, { name, description }, async (ask, flags, ids) => {
      const { by, note, json } = flags;
      const forAll = flags.public ? { public: true } : {};
      const body = { by, ...(note === undefined ? {} : { note }), ...forAll };
      const { done: acts, failures } = await eachId(ids, async (id) => {
        const acted = await actOn(ask, id, { path, body, done });
        if (!json) terminal.err(`${acted.said}\n`);
        return acted;
      });
      const changed = acts.flatMap(({ incidents }) => incidents);
      const isList = ids.length > 1 || acts.some(({ isGroup }) => isGroup);
      const shown = isList ? changed : changed[0];
      if (json && shown !== undefined) terminal.out(`${JSON.stringify(shown)}\n`);
      const all = [...acts.flatMap(({ refused }) => refused), ...failures];
      if (all.length > 0) throw new Error(all.join('\n'));
    })
      .argument(
        '<incident...>',
        path === 'acknowledge' ? `${idWords}; or of an outage group: all its open incidents` : idWords,
      )
      .option('--by <name>', 'your name, for the timeline', userName);

  return new Command('incidents')
    .description('list, show and act on incidents')
    .addCommand(list)
    .addCommand(show)
    .addCommand(
      act('acknowledge', 'acknowledge', 'mark incidents as being worked on', 'is acknowledged').option(
        '--note <text>',
        'for the timeline',
      ),
    )
    .addCommand(
      act(
        'resolve',
        'resolve',
        'resolve incidents by hand, whatever the status of their services',
        'is resolved',
      ).option('--note <text>', 'for the timeline'),
    )
    .addCommand(
      act('note', 'notes', 'add a note to the timeline of incidents, also of resolved ones', 'has a new note')
        .requiredOption('--note <text>', 'for the timeline')
        .option('--public', 'everybody may read the note on status pages'),
    )
    .addCommand(retractCommand(parts, userName));
}
