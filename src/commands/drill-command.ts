import { setTimeout as wait } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatDuration, parseDuration } from '../domain/duration.ts';
import type { AskMonitor } from './ask-monitor.ts';
import { hearSignals } from './hear-signals.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import type { Terminal } from './terminal.ts';
import type { ChannelDrill } from './wire.ts';

const askEveryMs = 1_000;

/** Where nobody sees a line rewritten, it is not said each second. */
const sayEveryMs = 60_000;

/** `channels drill`: sends one message that asks for a confirmation, and waits for it. Ctrl-C ends the waiting, not the drill. */
export function drillCommand(parts: MonitorCommandParts): Command {
  const { terminal } = parts;
  return monitorCommand<MonitorFlags & { wait: number }>(
    parts,
    { name: 'drill', description: 'send a message that asks a person to confirm it, and wait for that' },
    async (ask, flags, [id = '']) => {
      const path = `/api/channels/${encodeURIComponent(id)}`;
      const sent = await ask<ChannelDrill>('POST', `${path}/drill`);
      const stopping = new AbortController();
      // Before it is said that Ctrl-C ends only the waiting.
      const { calm } = hearSignals({ onStop: () => stopping.abort() });
      terminal.err(
        `${id}: sent. Waiting until a person opens its link, which works until ${sent.expiresAt}, and confirms. Ctrl-C ends only the waiting.\n`,
      );
      const drill = await waitFor(
        ask,
        `${path}/drills/${sent.drillId}`,
        flags.wait,
        terminal,
        stopping.signal,
      );
      await calm();
      const last = drill ?? sent;
      if (last.confirmed === null) terminal.exit(1);
      if (flags.json) return terminal.out(`${JSON.stringify(last)}\n`);
      terminal.err(describe(id, last));
    },
  )
    .argument('<channel>', 'its id')
    .addOption(
      new Option('--wait <duration>', 'how long to wait').argParser(toMs).default(15 * 60_000, '15m'),
    );
}

/** The drill when it was confirmed, or as it was last seen. */
async function waitFor(
  ask: AskMonitor,
  path: string,
  forMs: number,
  terminal: Terminal,
  stopping: AbortSignal,
): Promise<ChannelDrill | null> {
  const say = progress(terminal);
  const beganAtMs = performance.now();
  const waitedMs = () => performance.now() - beganAtMs;
  let drill: ChannelDrill | null = null;
  while (!stopping.aborted) {
    drill = await ask<ChannelDrill>('GET', path);
    if (drill.confirmed !== null || waitedMs() >= forMs) break;
    say(waitedMs());
    await wait(Math.min(askEveryMs, forMs - waitedMs()), undefined, { signal: stopping }).catch(
      () => undefined,
    );
  }
  if (terminal.isInteractive) terminal.err('\r\x1b[K');
  return drill;
}

function progress(terminal: Terminal): (waitedMs: number) => void {
  let saidAtMs = 0;
  return (waitedMs) => {
    const line = `not confirmed yet, after ${formatDuration(waitedMs)}`;
    if (terminal.isInteractive) return terminal.err(`\r${line}\x1b[K`);
    if (waitedMs - saidAtMs < sayEveryMs) return;
    saidAtMs = waitedMs;
    terminal.err(`${line}\n`);
  };
}

function describe(id: string, { confirmed, sentAt, expiresAt }: ChannelDrill): string {
  if (confirmed === null)
    return `${id}: nobody has confirmed it. Its link works until ${expiresAt}; channels list shows who used it.\n`;
  const afterMs = Date.parse(confirmed.at) - Date.parse(sentAt);
  return `${id}: ${confirmed.by} confirmed it after ${formatDuration(Math.max(0, afterMs))}.\n`;
}

function toMs(text: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new InvalidArgumentError('Give a duration, such as 15m.');
  return ms;
}
