import type { Archive, OldRecords, RecordKind } from '../../../src/actors/ports/retention.ts';
import { retentionRules } from '../../../src/actors/retention/retention-rules.ts';
import { createTrimRecords, type Trimming, trimming } from '../../../src/actors/retention/trim-records.ts';
import { createLease } from '../../../src/store/client/lease.ts';
import { createOldAuditEntries } from '../../../src/store/retention/old-audit-entries.ts';
import { createOldGaps } from '../../../src/store/retention/old-gaps.ts';
import { createOldIncidents } from '../../../src/store/retention/old-incidents.ts';
import { createOldMaintenance } from '../../../src/store/retention/old-maintenance.ts';
import { createOldNotifications } from '../../../src/store/retention/old-notifications.ts';
import type { TestStore } from '../open-store.ts';

export const dayMs = 24 * 60 * 60 * 1000;
export const kept = { incidentsMs: 400 * dayMs, notificationsMs: 90 * dayMs, auditMs: 400 * dayMs };

export interface TrimOptions {
  archive?: Archive | null;
  token?: string;
  pause?: () => Promise<unknown>;
  /** Stands between the rules and the store. */
  through?: <T>(records: OldRecords<T>) => OldRecords<T>;
}

/** One round of a worker, as it is composed, and what it counted and said. */
export function trimmer(store: TestStore, options: TrimOptions = {}) {
  const { client, partitions } = store;
  const rules = retentionRules(kept);
  const steps: { kind: RecordKind; removed: number }[] = [];
  const said: string[] = [];
  const through = options.through ?? ((records) => records);
  const lease = createLease(client, partitions.at(0).retentionLease);
  const token = options.token ?? 'one';
  const trimmings: Trimming[] = [
    ...partitions.all.flatMap((keys) => [
      trimming('notification', through(createOldNotifications(client, keys)), rules.notifications),
      trimming('incident', through(createOldIncidents(client, keys)), rules.incidents),
      trimming('blind-gap', through(createOldGaps(client, keys)), rules.gaps),
    ]),
    trimming('maintenance', through(createOldMaintenance(client, partitions.at(0))), rules.maintenance),
    trimming('audit-entry', through(createOldAuditEntries(client, partitions.at(0))), rules.audit),
  ];
  const say = (_fields: object, message: string) => void said.push(message);
  const round = createTrimRecords({
    trimmings,
    lease: { hold: () => lease.hold(token, 60_000), release: () => lease.release(token) },
    archive: options.archive ?? null,
    pause: options.pause ?? (() => Promise.resolve()),
    stopping: new AbortController().signal,
    count: (kind, removed) => void steps.push({ kind, removed }),
    log: { info: say, warn: say, error: say },
  });
  return { round, steps, said, lease };
}
