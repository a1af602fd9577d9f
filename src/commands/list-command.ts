import { type Command, InvalidArgumentError } from 'commander';
import type { AskMonitor } from './ask-monitor.ts';
import { type Filters, listAll } from './list-all.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import { renderRows } from './render-rows.ts';
import { columnsOf } from './terminal.ts';

/** The command `list` of one kind of thing, page by page up to `--limit`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what is listed, by which flags, is the caller's to know
export function listCommand<Item, Flags extends MonitorFlags = MonitorFlags>(
  parts: MonitorCommandParts,
  list: {
    description: string;
    path: string;
    /** How many, unless said otherwise. */
    limit: number;
    filters: (flags: Flags, ask: AskMonitor) => Filters | Promise<Filters>;
    columns: Record<string, (item: Item) => string | null>;
  },
): Command {
  const { terminal } = parts;
  const about = { name: 'list', description: list.description };
  return monitorCommand<Flags & { limit: number }>(parts, about, async (ask, flags) => {
    const found = await listAll<Item>(ask, list.path, await list.filters(flags, ask), flags.limit);
    if (found.isCut) terminal.err(`There are more than ${flags.limit}; raise --limit to see them.\n`);
    if (flags.json) return terminal.out(`${JSON.stringify(found.items)}\n`);
    const cells = Object.values(list.columns);
    const rows = found.items.map((item) => cells.map((cell) => cell(item) ?? '-'));
    terminal.out(renderRows(Object.keys(list.columns), rows, columnsOf(terminal)));
  }).option('--limit <count>', 'how many at most', toLimit, list.limit);
}

/** How many items of a list are wanted. */
export function toLimit(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1 on.');
  return Number(text);
}
