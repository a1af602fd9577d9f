import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Command } from 'commander';
import { toFileError } from '../explain-file-error.ts';
import { checkQueueName } from '../queues/check-queue.ts';
import { oldCheckQueueName } from '../queues/old-check-queues.ts';
import type { BackupHeader } from '../store/backup/backup-line.ts';
import { exportLines } from '../store/backup/export-lines.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { isNewRedis } from '../store/schema/first-start.ts';
import { formatCounts, formatProgress } from './format-progress.ts';
import { createNoteAct } from './note-act.ts';
import { runWithRedis } from './run-with-redis.ts';
import type { Terminal } from './terminal.ts';

interface Flags {
  pause: boolean;
  json?: boolean;
}

/** `backup FILE`: everything that is stored, as NDJSON. */
export function backupCommand(terminal: Terminal, userName: string): Command {
  return new Command('backup')
    .description('write all stored data into a file of JSON lines')
    .argument('<file>', 'the file to write; .gz is compressed, - is standard output')
    .option('--no-pause', 'do not pause writes meanwhile: for a stopped monitor')
    .option('--json', 'print JSON')
    .action((file: string, flags: Flags) =>
      runWithRedis(terminal, async (client) => {
        await noteBackup(client, userName, file, terminal);
        let pausedMs = 0;
        let header: BackupHeader | null = null;
        const lines = exportLines(client, {
          queues: [checkQueueName, oldCheckQueueName],
          pauses: flags.pause,
          onHeader: (found) => {
            header = found;
          },
          onProgress: formatProgress(terminal, 'keys read'),
          onPaused: (ms) => {
            pausedMs = Math.round(ms);
          },
        });
        if (file === '-') await pipeline(Readable.from(lines), process.stdout, { end: false });
        else await toFile(file, lines);
        if (header === null) return;
        const { counts, redisKeys, schemaVersion } = header as BackupHeader;
        if (file !== '-' && flags.json) {
          return terminal.out(`${JSON.stringify({ file, schemaVersion, redisKeys, ...counts, pausedMs })}\n`);
        }
        const said = `${formatCounts(counts)}; writes were paused for ${pausedMs} ms`;
        terminal.err(`${file === '-' ? '' : `${file}: `}${said}.\n`);
      }),
    );
}

/** A Redis that takes no writes any more is what a backup is wanted of most: it is made whether it can be noted or not. */
async function noteBackup(
  client: RedisClient,
  userName: string,
  file: string,
  terminal: Terminal,
): Promise<void> {
  if (await isNewRedis(client)) return;
  try {
    await createNoteAct(client, userName)(
      'backup-begun',
      null,
      `into ${file === '-' ? 'standard output' : file}`,
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    terminal.err(`The backup could not be recorded in the audit log: ${why}\n`);
  }
}

/**
 * Nobody finds half a backup under the name of a whole one; hashes of keys are for the owner's eyes. What stands in the
 * way, such as a link that somebody laid, is taken away and not written through.
 */
async function toFile(file: string, lines: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`;
  // Before all is read for nothing.
  const there = await stat(file).catch(() => null);
  if (there?.isDirectory()) throw new Error(`${file} cannot be written: it is a folder; name a file`);
  try {
    await rm(part, { force: true });
    const target = createWriteStream(part, { flags: 'wx', mode: 0o600 });
    if (file.endsWith('.gz')) await pipeline(Readable.from(lines), createGzip(), target);
    else await pipeline(Readable.from(lines), target);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw toFileError(file, 'written', error);
  }
}
