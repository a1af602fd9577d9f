import type { RetentionTimes } from '../domain/retention.ts';
import type { SettingReader } from './setting-reader.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What is kept how long, and where it goes then. */
export interface RetentionSettings extends RetentionTimes {
  /** Null: old records are removed without a copy. */
  archiveDir: string | null;
}

/** A day at least: what failed again and again is tried for hours, and must find what it did before. */
export function retentionSettings(from: SettingReader): RetentionSettings {
  const incidentsMs = from.duration('keepIncidents', dayMs);
  const notificationsMs = from.duration('keepNotifications', dayMs);
  const auditMs = from.duration('keepAudit', dayMs);
  if (notificationsMs > incidentsMs)
    from.fail('keepNotifications', 'must not be longer than MONITOR_KEEP_INCIDENTS');
  return { incidentsMs, notificationsMs, auditMs, archiveDir: from.optional('archiveDir') };
}
