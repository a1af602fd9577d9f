import type { Command } from 'commander';
import { readChannelFile } from '../config/channel-file.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import type { Channel, ReencryptedChannels } from './wire.ts';

interface FileFlags extends MonitorFlags {
  file: string;
}

const fileOption = 'one channel as in monitor.yaml; - for the standard input';

const pathOf = (id: string) => `/api/channels/${encodeURIComponent(id)}`;

/** `channels add|set|enable|disable|remove|reencrypt`: channels that are not in monitor.yaml. */
export function storedChannelCommands(parts: MonitorCommandParts): Command[] {
  const { terminal } = parts;

  function show(channel: Channel, json: boolean | undefined, line: string): void {
    if (json) return terminal.out(`${JSON.stringify(channel)}\n`);
    terminal.err(`${channel.channelId}: ${line}\n`);
    if (channel.problem !== null) terminal.err(`${channel.channelId}: ${channel.problem}.\n`);
  }

  const add = monitorCommand<FileFlags>(
    parts,
    { name: 'add', description: 'create a channel; its secrets are stored encrypted' },
    async (ask, { file, json }) => {
      const channel = await ask<Channel>('POST', '/api/channels', readChannelFile(file));
      show(channel, json, `created. Send a test: channels test ${channel.channelId}`);
    },
  ).requiredOption('--file <path>', fileOption);

  const set = monitorCommand<FileFlags>(
    parts,
    { name: 'set', description: 'replace a channel; a secret that the file does not have stays' },
    async (ask, { file, json }, [id = '']) => {
      const given = readChannelFile(file);
      const { version } = await ask<Channel>('GET', pathOf(id));
      const channel = await ask<Channel>('PUT', pathOf(id), given, version ?? undefined);
      show(channel, json, `changed. Send a test: channels test ${id}`);
    },
  )
    .argument('<channel>', 'its id')
    .requiredOption('--file <path>', fileOption);

  const switchTo = (verb: 'enable' | 'disable', description: string, line: string) =>
    monitorCommand(parts, { name: verb, description }, async (ask, { json }, [id = '']) => {
      show(await ask<Channel>('POST', `${pathOf(id)}/${verb}`), json, line);
    }).argument('<channel>', 'its id');

  const remove = monitorCommand(
    parts,
    { name: 'remove', description: 'remove a channel that was made over the API' },
    async (ask, _, [id = '']) => {
      await ask('DELETE', pathOf(id));
      terminal.err(
        `${id}: removed. Messages that wait for it are given up when their next attempt is due, within an hour.\n`,
      );
    },
  ).argument('<channel>', 'its id');

  const reencrypt = monitorCommand(
    parts,
    { name: 'reencrypt', description: 'encrypt all secrets of channels with MONITOR_SECRET_KEY' },
    async (ask, { json }) => {
      const done = await ask<ReencryptedChannels>('POST', '/api/channels/reencrypt');
      if (done.locked.length > 0) terminal.exit(1);
      if (json) return terminal.out(`${JSON.stringify(done)}\n`);
      const isAll = done.locked.length === 0;
      const none = isAll ? 'none, all were' : 'none';
      terminal.err(`Encrypted with the first key now: ${done.reencrypted.join(', ') || none}.\n`);
      if (isAll) terminal.err('MONITOR_SECRET_KEY_PREVIOUS is not needed any more, but for older backups.\n');
      else terminal.err(`This node has not the key of: ${done.locked.join(', ')}.\n`);
    },
  );

  return [
    add,
    set,
    switchTo('disable', 'switch a channel off; it is kept', 'switched off.'),
    switchTo('enable', 'switch a channel on again', 'switched on.'),
    remove,
    reencrypt,
  ];
}
