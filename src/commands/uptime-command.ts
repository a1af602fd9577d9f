import { type Command, InvalidArgumentError } from 'commander';
import { findService } from './find-service.ts';
import { formatUptime } from './format-uptime.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import type { Uptime } from './wire.ts';

interface UptimeFlags extends MonitorFlags {
  days: number;
}

/** `uptime SERVICE`: how long it was up, by day and in all. */
export function uptimeCommand(parts: MonitorCommandParts): Command {
  const { terminal } = parts;
  const about = { name: 'uptime', description: 'print the uptime of a service, by day (UTC) and in all' };
  return monitorCommand<UptimeFlags>(parts, about, async (ask, { days, json }, [given = '']) => {
    const { serviceId } = await findService(ask, given);
    const uptime = await ask<Uptime>('GET', `/api/services/${serviceId}/uptime?days=${days}`);
    terminal.out(json ? `${JSON.stringify(uptime)}\n` : formatUptime(uptime));
  })
    .argument('<service>', 'its name if it is unique, its id, or the first characters of that')
    .option('--days <count>', 'how many days, today included', toDays, 30);
}

function toDays(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > 400) throw new InvalidArgumentError('Give a whole number from 1 to 400.');
  return days;
}
