import type { Command } from 'commander';
import type { AskMonitor } from './ask-monitor.ts';
import { eachId } from './each-id.ts';
import { findNotificationId } from './find-notification.ts';
import { listAll } from './list-all.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import { renderRows } from './render-rows.ts';
import { since } from './since.ts';
import { columnsOf } from './terminal.ts';
import type { Notification } from './wire.ts';

interface Flags extends MonitorFlags {
  channel?: string;
  since?: string;
  yes?: boolean;
}

/** So many are replayed by one call. */
const mostAtOnce = 1_000;

/** `notifications replay`: dead messages by their ids, or all of a channel or of a time, which has to be confirmed. */
export function replayCommand(parts: MonitorCommandParts): Command {
  const { terminal } = parts;
  const about = {
    name: 'replay',
    description: 'replay dead messages: these, or with --channel or --since all of them there',
  };
  return monitorCommand<Flags>(parts, about, async (ask, { channel, since: from, yes, json }, ids) => {
    const isMany = channel !== undefined || from !== undefined;
    if (isMany === ids.length > 0)
      throw new Error('Give the ids of messages, or --channel or --since; see: notifications replay --help');
    const wanted = isMany ? await confirmed({ channelId: channel, from }, { ask, yes, json }) : ids;
    if (wanted === null) return;
    const { done, failures } = await eachId(wanted, async (id) => {
      const path = `/api/notifications/${await findNotificationId(ask, id)}/replay`;
      const row = await ask<Notification>('POST', path);
      if (!json) terminal.err(`The message is ${row.state} again, for channel ${row.channelId}.\n`);
      return row;
    });
    const shown = wanted.length > 1 || isMany ? done : done[0];
    if (json && shown !== undefined) terminal.out(`${JSON.stringify(shown)}\n`);
    if (failures.length > 0) throw new Error(failures.join('\n'));
  })
    .argument('[notification...]', 'its id, or the first characters of it')
    .option('--channel <id>', 'all dead messages to this channel')
    .option('--since <duration>', 'all dead messages that were planned within this time, such as 1h', since)
    .option('--yes', 'with --channel or --since: replay them, and do not only list them');

  /** The ids of the dead messages there; null: there is none. Without `yes` it lists them and fails. */
  async function confirmed(
    where: Where,
    { ask, yes, json }: { ask: AskMonitor; yes: boolean | undefined; json: boolean | undefined },
  ): Promise<string[] | null> {
    const dead = await deadOnes(ask, where);
    if (dead.length === 0) {
      terminal.err('There is no such dead message.\n');
      return null;
    }
    if (yes) return dead.map(({ notificationId }) => notificationId);
    terminal.out(json ? `${JSON.stringify(dead)}\n` : renderDead(dead, columnsOf(terminal)));
    throw new Error(
      `Nothing was replayed: add --yes to send ${dead.length === 1 ? 'this message' : `these ${dead.length} messages`} again.`,
    );
  }
}

/** Which dead messages are meant. */
interface Where {
  channelId: string | undefined;
  from: string | undefined;
}

/** The oldest first: the end of an outage follows its beginning. */
async function deadOnes(ask: AskMonitor, where: Where): Promise<Notification[]> {
  const filters = { state: 'dead', ...where };
  const { items } = await listAll<Notification>(ask, '/api/notifications', filters, mostAtOnce);
  return items.toReversed();
}

function renderDead(rows: readonly Notification[], columns: number | null): string {
  const cells = rows.map((one) => [
    ...[one.notificationId, one.createdAt, one.channelId, one.kind, one.reason ?? '-'],
  ]);
  return renderRows(['ID', 'CREATED', 'CHANNEL', 'KIND', 'REASON'], cells, columns);
}
