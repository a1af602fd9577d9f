import { blindGapsMs, type RetentionTimes, retention } from '../../domain/retention.ts';
import type {
  OldAuditEntry,
  OldGap,
  OldGroup,
  OldIncident,
  OldMaintenance,
  OldNotification,
} from '../ports/retention.ts';
import type { Rule } from './trim-records.ts';

/** The rule for each kind of record. What a list names and is not there goes from the list. */
export function retentionRules({ incidentsMs, notificationsMs, auditMs }: RetentionTimes) {
  const incidents: Rule<OldIncident> = {
    keptMs: incidentsMs,
    endsAtFirst: false,
    mayGo: ({ incident, notifications }, nowMs) =>
      incident === null || retention.mayIncidentGo(incident, notifications, incidentsMs, nowMs),
    toArchive: ({ incident }) => incident,
  };
  const notifications: Rule<OldNotification> = {
    keptMs: notificationsMs,
    endsAtFirst: false,
    mayGo: ({ notification, incident }, nowMs) =>
      notification === null || retention.mayNotificationGo(notification, incident, notificationsMs, nowMs),
    toArchive: ({ notification }) => notification,
  };
  const audit: Rule<OldAuditEntry> = {
    keptMs: auditMs,
    endsAtFirst: true,
    mayGo: ({ entry, newer }, nowMs) => retention.mayAuditEntryGo(entry, newer, auditMs, nowMs),
    toArchive: ({ entry }) => entry,
  };
  const gaps: Rule<OldGap> = {
    keptMs: blindGapsMs,
    endsAtFirst: true,
    mayGo: (standing) => retention.mayGapGo(standing),
    toArchive: ({ gap }) => gap,
  };
  const maintenance: Rule<OldMaintenance> = {
    keptMs: retention.maintenanceMs,
    endsAtFirst: true,
    mayGo: ({ endedAtMs }, nowMs) => retention.mayMaintenanceGo(endedAtMs, nowMs),
    toArchive: ({ window }) => window,
  };
  const groups: Rule<OldGroup> = {
    keptMs: incidentsMs,
    endsAtFirst: false,
    mayGo: ({ group }, nowMs) => group === null || retention.mayGroupGo(group.endedAtMs, incidentsMs, nowMs),
    toArchive: ({ group }) => group && { ...group, instanceIds: [...group.instanceIds] },
  };
  return { groups, incidents, notifications, audit, gaps, maintenance };
}
