import { Command } from 'commander';
import type { Listed } from './ask-monitor.ts';
import { type MonitorCommandParts, monitorCommand } from './monitor-command.ts';
import { renderRows } from './render-rows.ts';
import type { Channel, ChannelTest } from './wire.ts';

/** `channels list|test`. */
export function channelsCommand(parts: MonitorCommandParts): Command {
  const { terminal } = parts;

  const list = monitorCommand(
    parts,
    { name: 'list', description: 'list the channels of the monitor' },
    async (ask, { json }) => {
      const { items } = await ask<Listed<Channel>>('GET', '/api/channels');
      if (json) return terminal.out(`${JSON.stringify(items)}\n`);
      if (items.length === 0)
        terminal.err('There are no channels: nobody is notified. See monitor.example.yaml.\n');
      const rows = items.map(({ channelId, type }) => [channelId, type]);
      terminal.out(renderRows(['ID', 'TYPE'], rows));
    },
  );

  const test = monitorCommand(
    parts,
    { name: 'test', description: 'send a real test message' },
    async (ask, { json }, [id = '']) => {
      const tested = await ask<ChannelTest>('POST', `/api/channels/${encodeURIComponent(id)}/test`);
      if (tested.result === 'failed') terminal.exit(1);
      if (json) return terminal.out(`${JSON.stringify(tested)}\n`);
      if (tested.result === 'sent') {
        const note = tested.reason === null ? '' : ` But ${tested.reason}.`;
        return terminal.err(`${id}: sent in ${tested.tookMs} ms.${note}\n`);
      }
      const hint = tested.permanent ? 'Retrying would not help.' : 'A real message would be retried.';
      terminal.err(`${id}: not sent: ${tested.reason}. ${hint}\n`);
    },
  ).argument('<channel>', 'its id');

  return new Command('channels')
    .description('list and test the channels for messages')
    .addCommand(list)
    .addCommand(test);
}
