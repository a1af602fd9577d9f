import type { z } from 'zod';
import type { apiKeySchemas } from '../../http/schemas/api-key.ts';
import type { auditSchema } from '../../http/schemas/audit.ts';
import type { callerSchema } from '../../http/schemas/caller.ts';
import type { ChannelReply } from '../../http/schemas/channel.ts';
import type { channelKindSchemas } from '../../http/schemas/channel-kind.ts';
import type { historySchemas } from '../../http/schemas/history.ts';
import type { incidentSchema } from '../../http/schemas/incident.ts';
import type { instanceSchema } from '../../http/schemas/instance.ts';
import type { instanceSummary } from '../../http/schemas/instance-summary.ts';
import type { metricPoint } from '../../http/schemas/metric-point.ts';
import type { monitorHealthSchema } from '../../http/schemas/monitor-health.ts';
import type { notificationSchema } from '../../http/schemas/notification.ts';
import type { outageGroupSchemas } from '../../http/schemas/outage-group.ts';
import type { serviceSchema } from '../../http/schemas/service.ts';

// Only types: the page is checked against the schemas that the API answers with, and nothing of them is in the page.

export type Service = z.infer<typeof serviceSchema>;
export type Instance = z.infer<typeof instanceSchema>;
export type Incident = z.infer<typeof incidentSchema>;
export type Notification = z.infer<typeof notificationSchema>;

export type Uptime = z.infer<typeof historySchemas.uptime>;

export type Caller = z.infer<typeof callerSchema>;
/** The past of a service in a time. A monitor of a version before tells no `overlays`. */
export interface History {
  items: z.infer<typeof historySchemas.interval>[];
  nextCursor: string | null;
  deploys: z.infer<typeof historySchemas.deploys>;
  overlays?: z.infer<typeof historySchemas.overlays>;
}

/** An instance among all others. */
export type InstanceSummary = z.infer<typeof instanceSummary>;

export type MetricPoint = z.infer<typeof metricPoint>;

/** What an instance measured in the last hour. */
export interface InstanceMetrics {
  instanceId: string;
  everySeconds: number;
  points: MetricPoint[];
}

export type Channel = ChannelReply;
export type ChannelKinds = z.infer<typeof channelKindSchemas.list>;
export type ChannelKind = z.infer<typeof channelKindSchemas.kind>;
export type ApiKey = z.infer<typeof apiKeySchemas.key>;
export type AuditEntry = z.infer<typeof auditSchema>;
export type MonitorHealth = z.infer<typeof monitorHealthSchema>;

export type OutageGroup = z.infer<typeof outageGroupSchemas.shown>;

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** A list as far as it was read. */
export interface Listing<T> {
  items: T[];
  /** There is more than was read. */
  isCut: boolean;
}
