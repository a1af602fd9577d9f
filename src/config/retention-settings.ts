import type { RetentionTimes } from '../domain/retention.ts';
import type { SettingReader } from './setting-reader.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** More days of a service would be stored in a way that takes many times the memory. */
const mostUptimeMs = 500 * dayMs;

/** What is kept how long, and where it goes then. */
export interface RetentionSettings extends RetentionTimes {
  /** How far back uptime and the changes of status go. */
  uptimeMs: number;
  /** Null: old records are removed without a copy. */
  archiveDir: string | null;
}

/** A day at least: what failed again and again is tried for hours, and must find what it did before. */
export function retentionSettings(from: SettingReader): RetentionSettings {
  const incidentsMs = from.duration('keepIncidents', dayMs);
  const notificationsMs = from.duration('keepNotifications', dayMs);
  const auditMs = from.duration('keepAudit', dayMs);
  const uptimeMs = from.duration('keepUptime', dayMs);
  if (uptimeMs > mostUptimeMs) from.fail('keepUptime', 'must not be longer than 500d');
  if (notificationsMs > incidentsMs)
    from.fail('keepNotifications', 'must not be longer than MONITOR_KEEP_INCIDENTS');
  return { incidentsMs, notificationsMs, auditMs, uptimeMs, archiveDir: from.optional('archiveDir') };
}
