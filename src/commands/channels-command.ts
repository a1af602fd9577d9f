import { Command } from 'commander';
import type { Listed } from './ask-monitor.ts';
import { drillCommand } from './drill-command.ts';
import { findRemovedChannels, type RemovedChannel } from './find-removed-channels.ts';
import { formatChannels } from './format-channels.ts';
import { type MonitorCommandParts, monitorCommand } from './monitor-command.ts';
import { previewCommand } from './preview-command.ts';
import { storedChannelCommands } from './stored-channel-commands.ts';
import { columnsOf } from './terminal.ts';
import type { Channel, ChannelTest } from './wire.ts';

/** `channels list|test|drill`, and those that change the channels of the API. */
export function channelsCommand(parts: MonitorCommandParts): Command {
  const { terminal } = parts;

  const list = monitorCommand(
    parts,
    { name: 'list', description: 'list the channels of the monitor, and how they do' },
    async (ask, { json }) => {
      const { items } = await ask<Listed<Channel>>('GET', '/api/channels');
      if (json) return terminal.out(`${JSON.stringify(items)}\n`);
      const nowMs = Date.now();
      const used = items.filter(({ enabled }) => enabled).map(({ channelId }) => channelId);
      if (items.length === 0)
        terminal.err('There are no channels: nobody is notified. See monitor.example.yaml.\n');
      terminal.out(formatChannels(items, nowMs, columnsOf(terminal)));
      // A key that may not read messages is told of the channels alone.
      const removed = await findRemovedChannels(ask, used, nowMs).catch(() => []);
      for (const one of removed)
        terminal.err(
          describeRemoved(
            one,
            items.some(({ channelId }) => channelId === one.channelId),
          ),
        );
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

  const channels = new Command('channels')
    .description('list, test, drill, preview and change the channels for messages')
    .addCommand(list)
    .addCommand(test)
    .addCommand(drillCommand(parts))
    .addCommand(previewCommand(parts.terminal));
  for (const command of storedChannelCommands(parts)) channels.addCommand(command);
  return channels;
}

function describeRemoved(
  { channelId, type, waiting, givenUp }: RemovedChannel,
  isSwitchedOff: boolean,
): string {
  const count = (messages: number, what: string) =>
    messages === 0 ? [] : [`${messages} ${messages === 1 ? 'message' : 'messages'} ${what}`];
  const found = [...count(waiting, 'not sent yet'), ...count(givenUp, 'given up in the last 7 days')];
  const why = isSwitchedOff ? 'is switched off' : 'is not configured any more';
  return `${channelId} (${type}) ${why}: ${found.join(', ')}. If it comes back: notifications replay --channel ${channelId}\n`;
}
