import type { BackupCounts } from '../store/backup/backup-line.ts';

/** What a backup holds, in words. */
export function sayCounts({ services, instances, incidents, notifications, keys }: BackupCounts): string {
  return `${services} services, ${instances} instances, ${incidents} incidents, ${notifications} notifications, ${keys} keys`;
}
