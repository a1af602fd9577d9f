import { Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../domain/duration.ts';
import { findWindowId } from './find-window.ts';
import { listCommand } from './list-command.ts';
import { matchesNothing } from './matches-nothing.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import type { MaintenanceWindow } from './wire.ts';

interface AddFlags extends MonitorFlags {
  service?: string;
  environment?: string;
  label: Record<string, string>;
  for?: string;
  from?: string;
  until?: string;
  weekly?: string[];
  at?: [from: string, to: string];
  timeZone?: string;
  by: string;
  note?: string;
  id?: string;
}

/** `maintenance list|add|extend|end`: messages are held back for a time; `userName` signs it, unless `--by` says who. */
export function maintenanceCommand(parts: MonitorCommandParts, userName: string): Command {
  const { terminal } = parts;

  const list = listCommand<MaintenanceWindow>(parts, {
    description: 'list the windows that are not over',
    path: '/api/maintenance',
    limit: 500,
    filters: () => ({}),
    columns: {
      ID: (one) => one.windowId,
      STATE: (one) => one.state,
      'HELD UNTIL': (one) => one.activeUntil,
      NEXT: (one) => one.nextAt,
      ENDS: (one) => one.endsAt ?? 'monitor.yaml',
      MATCH: ({ match }) => describeMatch(match),
      BY: (one) => one.by,
      NOTE: (one) => one.note,
    },
  });

  const add = monitorCommand<AddFlags>(
    parts,
    { name: 'add', description: 'hold the messages of some services back, from now on or later' },
    async (ask, flags) => {
      const window = await ask<MaintenanceWindow>('POST', '/api/maintenance', toBody(flags));
      if (flags.json) return terminal.out(`${JSON.stringify(window)}\n`);
      terminal.out(`${window.windowId}\n`);
      terminal.err(`${describeWindow(window)}\n`);
      if (await matchesNothing(ask, window.match))
        terminal.err('No service matches this at present. See: services list\n');
    },
  )
    .option('--service <glob>', 'only services with this name')
    .option('--environment <glob>', 'only this environment')
    .addOption(
      new Option('--label <name=glob>', 'only services with this label; can be repeated')
        .argParser(toLabel)
        .default({}, 'none'),
    )
    .option('--for <duration>', 'how long, such as 30m; at most 7d', toDuration)
    .option('--from <time>', 'when it begins, such as 2026-11-22T14:00:00Z; absent: now', toMoment)
    .option('--until <time>', 'when it ends, instead of --for', toMoment)
    .option('--weekly <days>', 'only on these days of each week, such as sat,sun', toDays)
    .option('--at <times>', 'with --weekly: the time of day, such as 02:00-04:00', toTimes)
    .option('--time-zone <zone>', 'with --weekly: such as Europe/Berlin; absent: UTC')
    .option('--by <name>', 'who declares it', userName)
    .option('--note <text>', 'why')
    .option('--id <name>', 'a name for this request: sent again, it declares no second window');

  const extend = monitorCommand<MonitorFlags & { for: string }>(
    parts,
    { name: 'extend', description: 'let a window end later' },
    async (ask, flags, [id = '']) => {
      const path = `/api/maintenance/${encodeURIComponent(await findWindowId(ask, id))}/extend`;
      const window = await ask<MaintenanceWindow>('POST', path, { for: flags.for });
      if (flags.json) return terminal.out(`${JSON.stringify(window)}\n`);
      terminal.err(`${describeWindow(window)}\n`);
    },
  )
    .argument('<window>', 'its id, or the first characters of it')
    .requiredOption('--for <duration>', 'how long from now, such as 30m', toDuration);

  const end = monitorCommand(
    parts,
    { name: 'end', description: 'end a window now; what is still Down is told within 30 s' },
    async (ask, _, [id = '']) => {
      await ask('DELETE', `/api/maintenance/${encodeURIComponent(await findWindowId(ask, id))}`);
      terminal.err('The maintenance is over.\n');
    },
  ).argument('<window>', 'its id, or the first characters of it');

  return new Command('maintenance')
    .description('hold messages back while people work on services; statuses and incidents go on')
    .addCommand(list)
    .addCommand(add)
    .addCommand(extend)
    .addCommand(end);
}

function toBody(flags: AddFlags): object {
  const { service, environment, label, from, until, weekly, at, timeZone, note, id, by } = flags;
  const labels = Object.keys(label).length === 0 ? undefined : label;
  if ((weekly === undefined) !== (at === undefined)) throw new Error('--weekly and --at belong together.');
  if (timeZone !== undefined && weekly === undefined)
    throw new Error('--time-zone belongs to --weekly; times of --from and --until have their own.');
  const [start, stop] = at ?? ['', ''];
  return {
    match: { service, environment, labels },
    ...{ for: flags.for, startsAt: from, endsAt: until, by, note, id },
    weekly: weekly && { days: weekly, from: start, to: stop, timeZone: timeZone ?? 'UTC' },
  };
}

function describeWindow({ state, activeUntil, nextAt, match }: MaintenanceWindow): string {
  const whose = `Messages of ${describeMatch(match)}`;
  if (state === 'active') return `${whose} are held until ${activeUntil}.`;
  return state === 'scheduled' ? `${whose} are held from ${nextAt} on.` : `${whose} are not held any more.`;
}

function describeMatch({ service, environment, labels = {} }: MaintenanceWindow['match']): string {
  const parts = [
    ...(service === undefined ? [] : [`service ${service}`]),
    ...(environment === undefined ? [] : [`environment ${environment}`]),
    ...Object.entries(labels).map(([name, glob]) => `${name}=${glob}`),
  ];
  return parts.join(', ');
}

function toLabel(text: string, before: Record<string, string>): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) throw new InvalidArgumentError('Give a label such as team=shop.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

function toDuration(text: string): string {
  if ((parseDuration(text) ?? 0) > 0) return text;
  throw new InvalidArgumentError('Give a duration such as 30m, 2h or 1d.');
}

function toMoment(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new InvalidArgumentError('Give a time such as 2026-11-22T14:00:00Z.');
  return new Date(ms).toISOString();
}

function toDays(text: string): string[] {
  return text.split(',').map((day) => day.trim().toLowerCase().slice(0, 3));
}

function toTimes(text: string): [string, string] {
  const match = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text);
  if (match === null) throw new InvalidArgumentError('Give times of day such as 02:00-04:00.');
  return [match[1] ?? '', match[2] ?? ''];
}
