import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { toFileError } from '../explain-file-error.ts';
import { backupKeys } from '../store/backup/backup-keys.ts';
import type { BackupEntry, BackupHeader } from '../store/backup/backup-line.ts';

/** A backup in a file, found whole: its header, and its keys as often as they are asked for. */
export interface OpenedBackup {
  header: BackupHeader;
  entries(): AsyncGenerator<BackupEntry>;
}

/**
 * Reads a backup through once, so that nothing is written from one that is cut off or no backup. Throws an Error that
 * says what is wrong with it.
 */
export async function openBackup(file: string): Promise<OpenedBackup> {
  let header: BackupHeader | null = null;
  let found = 0;
  for await (const line of linesOf(file)) {
    if (header === null) header = toHeader(line);
    else {
      toEntry(line);
      found++;
    }
  }
  if (header === null) throw new Error(`${file} is empty`);
  if (found !== header.redisKeys) {
    throw new Error(`${file} is incomplete: it holds ${found} of ${header.redisKeys} keys`);
  }
  return {
    header,
    async *entries() {
      let isHeader = true;
      for await (const line of linesOf(file)) {
        if (!isHeader) yield toEntry(line);
        isHeader = false;
      }
    },
  };
}

/** What npm prints before it runs a script: `npm start -- backup - > file` has it in the file. */
const npmBanner = /^(> .*)?$/;

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const input = file.endsWith('.gz') ? source.pipe(createGunzip()) : source;
  // A pipe does not carry an error along.
  source.on('error', (error) => input.destroy(error));
  let hasBegun = false;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      hasBegun ||= !npmBanner.test(line);
      if (hasBegun) yield line;
    }
  } catch (error) {
    throw toFileError(file, 'read', error);
  }
}

function toHeader(line: string): BackupHeader {
  const header = parse(line) as Partial<BackupHeader> | null;
  if (header?.format !== 'service-monitor-backup') throw new Error('this file is not a backup of a monitor');
  if (header.formatVersion !== 1) {
    throw new Error(`this backup has format ${header.formatVersion}, but this program reads format 1`);
  }
  return header as BackupHeader;
}

function toEntry(line: string): BackupEntry {
  const entry = parse(line) as Partial<BackupEntry> | null;
  if (typeof entry?.key === 'string' && backupKeys.isOurs(entry.key)) return entry as BackupEntry;
  throw new Error('this backup has a line that is not a key of a monitor');
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error('this backup has a line that is not JSON: it is incomplete or damaged');
  }
}
