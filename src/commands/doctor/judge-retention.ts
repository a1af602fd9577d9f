import type { OldRecords, RecordKind } from '../../actors/ports/retention.ts';
import { retentionRules } from '../../actors/retention/retention-rules.ts';
import type { Rule } from '../../actors/retention/trim-records.ts';
import type { RetentionSettings } from '../../config/retention-settings.ts';
import { explainFileError } from '../../explain-file-error.ts';
import type { RedisClient } from '../../store/client/connect.ts';
import { createPartitions, type Partitions } from '../../store/partition.ts';
import { openArchiveDirectory } from '../../store/retention/archive-directory.ts';
import { countRecords } from '../../store/retention/count-records.ts';
import { createOldAuditEntries } from '../../store/retention/old-audit-entries.ts';
import { createOldIncidents } from '../../store/retention/old-incidents.ts';
import { createOldNotifications } from '../../store/retention/old-notifications.ts';
import type { Finding } from './finding.ts';

/** Workers look every few minutes: what has been too old for so long stays for a reason. */
const allowanceMs = 24 * 60 * 60 * 1000;

const names: Record<RecordKind, [one: string, many: string]> = {
  incident: ['incident', 'incidents'],
  notification: ['notification', 'notifications'],
  'audit-entry': ['audit log entry', 'audit log entries'],
  'blind-gap': ['blind gap', 'blind gaps'],
  maintenance: ['past maintenance window', 'past maintenance windows'],
  'outage-group': ['outage group', 'outage groups'],
};

/** How much is kept for a time, whether it goes when that is over, and whether it can be archived before. */
export async function judgeRetention(
  client: RedisClient,
  partitions: number,
  settings: RetentionSettings,
): Promise<Finding[]> {
  const all = createPartitions(partitions);
  const counts = await countRecords(client, all);
  const overdue = await overdueKinds(client, all, settings);
  const found = Object.entries(counts).map(([kind, count]) => formatCount(kind as RecordKind, count));
  const archive = await archiveOf(settings.archiveDir);
  return [recordsOf(found.join(', '), overdue), ...archive];
}

function recordsOf(found: string, overdue: readonly RecordKind[]): Finding {
  const what = 'Kept records';
  if (overdue.length === 0) return { what, level: 'ok', found, advice: null };
  const kinds = overdue.map((kind) => names[kind][1]).join(', ');
  const advice = `Read the log of the workers: old ${kinds} should have been removed a day ago. Perhaps the archive directory is full.`;
  return { what, level: 'act', found, advice };
}

async function archiveOf(directory: string | null): Promise<Finding[]> {
  if (directory === null) return [];
  const what = 'Archive directory';
  try {
    await openArchiveDirectory(directory).examine();
    return [{ what, level: 'ok', found: directory, advice: null }];
  } catch (error) {
    const found = `cannot be written to from here: ${explainFileError(directory, 'read', error) ?? String(error)}`;
    const advice =
      'If this is the machine of a worker, create the directory or correct its permissions: until then no old record is removed.';
    return [{ what, level: 'look', found, advice }];
  }
}

/** The kinds of which some have been too old for a day. It looks at the oldest only, and writes nothing. */
async function overdueKinds(
  client: RedisClient,
  { all, at }: Partitions,
  settings: RetentionSettings,
): Promise<RecordKind[]> {
  const rules = retentionRules(settings);
  const [seconds] = await client.time();
  const asOfMs = Number(seconds) * 1000 - allowanceMs;
  const someOf = async <T>(records: OldRecords<T>, rule: Rule<T>) => {
    const { found } = await records.read(asOfMs - rule.keptMs, null);
    return found.some((record) => rule.mayGo(record, asOfMs));
  };
  const any = async (answers: Promise<boolean>[]) => (await Promise.all(answers)).includes(true);
  const late: Partial<Record<RecordKind, boolean>> = {
    incident: await any(all.map((keys) => someOf(createOldIncidents(client, keys), rules.incidents))),
    notification: await any(
      all.map((keys) => someOf(createOldNotifications(client, keys), rules.notifications)),
    ),
    'audit-entry': await someOf(createOldAuditEntries(client, at(0)), { ...rules.audit, mayGo: isTooOld }),
  };
  return (Object.keys(late) as RecordKind[]).filter((kind) => late[kind]);

  /** One too many is no fault: it may have been written a moment ago. */
  function isTooOld({ entry }: { entry: { atMs: number } }): boolean {
    return entry.atMs < asOfMs - settings.auditMs;
  }
}

function formatCount(kind: RecordKind, count: number): string {
  return `${count} ${names[kind][count === 1 ? 0 : 1]}`;
}
