import type { Command } from 'commander';
import { formatDuration } from '../domain/duration.ts';
import { findGroup } from './find-group.ts';
import { listAll } from './list-all.ts';
import { toLimit } from './list-command.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import { renderFacts, renderRows } from './render-rows.ts';
import { columnsOf } from './terminal.ts';
import { whoAcknowledged } from './who-acknowledged.ts';
import type { OutageGroup } from './wire.ts';

interface Flags extends MonitorFlags {
  state?: string;
  limit: number;
}

/** `groups [ID]`: incidents with one cause, or one such group with its incidents. */
export function groupsCommand(parts: MonitorCommandParts): Command {
  const { terminal } = parts;
  const about = { name: 'groups', description: 'list outage groups, or show one: incidents with one cause' };
  return monitorCommand<Flags>(parts, about, async (ask, { state, limit, json }, [id]) => {
    if (id !== undefined) {
      const group = await findGroup(ask, id);
      if (json) return terminal.out(`${JSON.stringify(group)}\n`);
      return terminal.out(formatGroup(group, await whoAcknowledged(ask, group), columnsOf(terminal)));
    }
    const found = await listAll<OutageGroup>(
      ask,
      '/api/outage-groups',
      { state: state?.toLowerCase() },
      limit,
    );
    if (found.isCut) terminal.err(`There are more than ${limit}; raise --limit to see them.\n`);
    if (json) return terminal.out(`${JSON.stringify(found.items)}\n`);
    const rows = found.items.map((one) => [
      ...[one.outageGroupId, one.cause, silentOf(one), String(one.incidents.length)],
      ...[one.startedAt, one.endedAt ?? '-'],
    ]);
    terminal.out(
      renderRows(['ID', 'CAUSE', 'SILENT', 'INCIDENTS', 'STARTED', 'ENDED'], rows, columnsOf(terminal)),
    );
  })
    .argument('[group]', 'its id, or the first characters of it')
    .option('--state <state>', 'only open or ended ones')
    .option('--limit <count>', 'how many at most', toLimit, 50);
}

function formatGroup(
  group: OutageGroup,
  acknowledgedBy: ReadonlyMap<string, string>,
  columns: number | null,
): string {
  const { startedAt, endedAt, weakened, notExplained } = group;
  const facts = renderFacts([
    ['Cause', group.cause],
    ['Id', group.outageGroupId],
    ['Silent', silentOf(group)],
    ['Started', startedAt],
    ['Detected', group.detectedAt],
    ['Ended', endedAt && `${endedAt}, after ${formatDuration(Date.parse(endedAt) - Date.parse(startedAt))}`],
    ['Acknowledged', `${acknowledgedBy.size} of ${group.incidents.length} incidents`],
    ['Weakened', weakened === 0 ? null : weakened],
    [
      'Not explained',
      notExplained.length === 0
        ? null
        : notExplained.map((one) => `${one.serviceName} (${one.environment})`).join(', '),
    ],
  ]);
  const rows = group.incidents.map((one) => [
    ...[one.incidentId, one.serviceName, one.environment],
    one.resolvedByHand ? 'resolved by hand' : one.over ? 'heard again' : 'Down',
    acknowledgedBy.get(one.incidentId) ?? '-',
    one.toldAlone ? 'by itself' : 'with the group',
  ]);
  const head = ['INCIDENT', 'SERVICE', 'ENVIRONMENT', 'NOW', 'ACKNOWLEDGED BY', 'TOLD'];
  return `${facts}\n${renderRows(head, rows, columns)}`;
}

function silentOf({ instances, endedAt }: OutageGroup): string {
  return endedAt === null ? `${instances.silent} of ${instances.total}` : `0 of ${instances.total}`;
}
