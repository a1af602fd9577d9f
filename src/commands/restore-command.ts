import { Command } from 'commander';
import type { Config } from '../config/configuration.ts';
import { armChecks } from '../queues/arm-checks.ts';
import { openCheckQueue } from '../queues/check-queue.ts';
import { finishRestore, importEntries } from '../store/backup/import-entries.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { dueChecks } from '../store/instances/due-checks.ts';
import { createPartitions } from '../store/partition.ts';
import { newestVersion } from '../store/schema/migrations/migrations.ts';
import { formatCounts, formatProgress } from './format-progress.ts';
import { createNoteAct, type NoteAct } from './note-act.ts';
import { type OpenedBackup, openBackup } from './open-backup.ts';
import { requireConfig } from './require-config.ts';
import { runWithRedis } from './run-with-redis.ts';
import type { Terminal } from './terminal.ts';

/** `restore FILE`: a backup, into an empty Redis. */
export function restoreCommand(terminal: Terminal, userName: string): Command {
  return new Command('restore')
    .description('write a backup into an empty Redis, before a monitor is started on it')
    .argument('<file>', 'a file written by backup')
    .option('--json', 'print JSON')
    .action(async (file: string, flags: { json?: boolean }) => {
      const config = requireConfig(terminal);
      if (config === null) return;
      const toRestore = async (client: RedisClient) => {
        const backup = await openBackup(file);
        refuse(backup, config);
        const armed = await restore(client, backup, terminal, createNoteAct(client, userName));
        const { header } = backup;
        if (flags.json) return terminal.out(`${JSON.stringify({ file, ...header.counts, armed })}\n`);
        terminal.err(
          `Restored as of ${header.createdAt}: ${formatCounts(header.counts)}; ${armed} checks are scheduled.\n` +
            'The time since then does not count as silence. Keys that were revoked since then are valid again.\n',
        );
      };
      await runWithRedis(terminal, toRestore, { mayBegin: true });
    });
}

function refuse({ header }: OpenedBackup, config: Config): void {
  if (header.schemaVersion > newestVersion) {
    throw new Error(
      `this backup has schema version ${header.schemaVersion}, but this program supports versions up to ${newestVersion}; use a newer version`,
    );
  }
  if (header.partitions !== config.partitions) {
    throw new Error(
      `this backup has ${header.partitions} partitions, and MONITOR_PARTITIONS is ${config.partitions} here; set it to ${header.partitions}`,
    );
  }
}

async function restore(
  client: RedisClient,
  backup: OpenedBackup,
  terminal: Terminal,
  note: NoteAct,
): Promise<number> {
  const { header } = backup;
  await importEntries(client, header, backup.entries(), formatProgress(terminal, 'keys written'));
  const partitions = createPartitions(header.partitions);
  const tags = partitions.all.map((keys) => keys.tag);
  const checkQueue = openCheckQueue(client, tags, {
    onError: (error) => terminal.err(`${error.message}\n`),
    onLost: (count) => terminal.err(`${count} wake-ups could not be queued; the first worker arms them.\n`),
  });
  try {
    const onProgress = formatProgress(terminal, 'checks armed');
    const armed = await armChecks(dueChecks(client, partitions), { checkQueue, onProgress });
    // Into what was restored, and before any monitor may start on it.
    await note('backup-restored', null, `as of ${header.createdAt}`);
    await finishRestore(client);
    return armed;
  } finally {
    await checkQueue.close();
  }
}
