import { setTimeout as wait } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { formatDuration, parseDuration } from '../domain/duration.ts';
import { hearSignals } from './hear-signals.ts';
import { askForPage } from './status-page/ask-for-page.ts';
import { createExportPages, type Exported } from './status-page/export-pages.ts';
import type { Terminal } from './terminal.ts';

interface Flags {
  url: string;
  page: string[];
  every?: number;
  validFor?: number;
}

/** A page is not made anew more often. */
const leastEveryMs = 5_000;

const usualValidityMs = 15 * 60_000;

/** `status-page export`: the public status pages as files, for a server that does not fall with the monitor. */
export function statusPageCommand(terminal: Terminal, monitorUrl: string): Command {
  const exporting = new Command('export')
    .description(
      'write public status pages with their feeds as files, for a server elsewhere; it needs no key',
    )
    .argument('<directory>', 'where to write; what else lies there stays')
    .option('--url <url>', 'address of the monitor, else MONITOR_URL', toUrl, monitorUrl)
    .option(
      '--page <id...>',
      'which pages; the first one is index.html, too; without it the first of the monitor',
      [],
    )
    .option('--every <duration>', 'write again and again, such as each 30s, until Ctrl-C', toEvery)
    .option(
      '--valid-for <duration>',
      'how long a page may be trusted: three times --every, or 15m',
      toDuration,
    )
    .action(async (directory: string, { url, page, every, validFor }: Flags) => {
      const exportPages = createExportPages({
        folder: directory,
        pageIds: page.length === 0 ? [null] : [...new Set(page)],
        ask: (id) => askForPage(url, id),
        validForMs: validFor ?? (every === undefined ? usualValidityMs : 3 * every),
        now: Date.now,
      });
      try {
        if (every === undefined) await exportOnce(terminal, exportPages, directory);
        else await exportAgain(terminal, exportPages, { directory, everyMs: every });
      } catch (error) {
        terminal.err(`${error instanceof Error ? error.message : String(error)}\n`);
        terminal.exit(1);
      }
    });
  return new Command('status-page').description('export public status pages').addCommand(exporting);
}

async function exportOnce(terminal: Terminal, exportPages: () => Promise<Exported[]>, directory: string) {
  for (const outcome of await exportPages()) {
    if (outcome.kind === 'failed') terminal.exit(1);
    terminal.err(`${describe(outcome, directory)}\n`);
  }
}

/** Says what changes, and not what stays as it was. */
async function exportAgain(
  terminal: Terminal,
  exportPages: () => Promise<Exported[]>,
  { directory, everyMs }: { directory: string; everyMs: number },
): Promise<void> {
  const stopping = new AbortController();
  const { calm } = hearSignals({ onStop: () => stopping.abort() });
  let said = '';
  while (!stopping.signal.aborted) {
    const outcomes = await exportPages();
    const now = outcomes.map((one) => (one.kind === 'failed' ? one.because : one.page.id)).join('\n');
    if (now !== said) for (const outcome of outcomes) terminal.err(`${describe(outcome, directory)}\n`);
    if (said === '') terminal.err(`Again every ${formatDuration(everyMs)}, until Ctrl-C.\n`);
    said = now;
    await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  }
  await calm();
}

function describe(outcome: Exported, directory: string): string {
  if (outcome.kind === 'written') {
    const { id, validUntil } = outcome.page;
    return `The page ${id} is in ${directory}, valid until ${validUntil}.`;
  }
  const { because, known } = outcome;
  if (known === null) return `${because}. Nothing was written.`;
  return `${because}. What was exported at ${known.madeAt} is valid until ${known.validUntil}; then the page says that nothing is known.`;
}

function toUrl(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new InvalidArgumentError('Give an http(s) address.');
  return text.replace(/\/+$/, '');
}

function toDuration(text: string): number {
  const ms = parseDuration(text);
  if (ms === null || ms <= 0) throw new InvalidArgumentError('Give a duration such as 30s or 5m.');
  return ms;
}

function toEvery(text: string): number {
  const ms = toDuration(text);
  if (ms < leastEveryMs) throw new InvalidArgumentError('Give 5s or more.');
  return ms;
}
