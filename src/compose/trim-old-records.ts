import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { retentionRules } from '../actors/retention/retention-rules.ts';
import { createTrimRecords, type Trimming, trimming } from '../actors/retention/trim-records.ts';
import { createLease } from '../store/client/lease.ts';
import { openArchiveDirectory } from '../store/retention/archive-directory.ts';
import { createOldAuditEntries } from '../store/retention/old-audit-entries.ts';
import { createOldGaps } from '../store/retention/old-gaps.ts';
import { createOldGroups } from '../store/retention/old-groups.ts';
import { createOldIncidents } from '../store/retention/old-incidents.ts';
import { createOldMaintenance } from '../store/retention/old-maintenance.ts';
import { createOldNotifications } from '../store/retention/old-notifications.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

const trimEveryMs = 5 * 60_000;

/** With portions of fifty about a thousand records a second: a twentieth of what Redis can do. */
const pauseMs = 50;

/** A worker that dies while it removes records is followed by another after this time. */
const leaseMs = 60_000;

/** Removes the records whose time is over. */
export function trimOldRecords({ config, partitions, redis, metrics, log, closers }: Foundation): void {
  const { archiveDir, ...times } = config.retention;
  const rules = retentionRules(times);
  const stopping = new AbortController();
  const lease = createLease(redis, partitions.at(0).retentionLease);
  const token = randomUUID();
  const trimmings: Trimming[] = [
    ...partitions.all.flatMap((keys) => [
      trimming('notification', createOldNotifications(redis, keys), rules.notifications),
      trimming('incident', createOldIncidents(redis, keys), rules.incidents),
      trimming('blind-gap', createOldGaps(redis, keys), rules.gaps),
    ]),
    trimming('maintenance', createOldMaintenance(redis, partitions.at(0)), rules.maintenance),
    trimming('outage-group', createOldGroups(redis, partitions.at(0)), rules.groups),
    trimming('audit-entry', createOldAuditEntries(redis, partitions.at(0)), rules.audit),
  ];
  const trimRecords = createTrimRecords({
    trimmings,
    lease: { hold: () => lease.hold(token, leaseMs), release: () => lease.release(token) },
    archive: archiveDir === null ? null : openArchiveDirectory(archiveDir),
    pause: () => wait(pauseMs),
    stopping: stopping.signal,
    count: (kind, removed) => metrics.trimmed(kind, removed),
    log,
  });
  const trim = every(trimEveryMs, trimRecords, (error) =>
    log.warn({ error }, 'could not remove old records; retrying at the next interval'),
  );
  closers.add('trim of old records', async () => {
    stopping.abort();
    await trim.stop();
  });
}
