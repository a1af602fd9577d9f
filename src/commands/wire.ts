import type { z } from 'zod';
import type { auditSchema } from '../http/schemas/audit.ts';
import type { channelSchemas } from '../http/schemas/channel.ts';
import type { configReloadSchema } from '../http/schemas/config-reload.ts';
import type { groupAcknowledgedSchema } from '../http/schemas/group-acknowledged.ts';
import type { historySchemas } from '../http/schemas/history.ts';
import type { incidentSchema } from '../http/schemas/incident.ts';
import type { instanceSchema } from '../http/schemas/instance.ts';
import type { maintenanceSchemas } from '../http/schemas/maintenance.ts';
import type { monitorHealthSchema } from '../http/schemas/monitor-health.ts';
import type { notificationSchema } from '../http/schemas/notification.ts';
import type { outageGroupSchemas } from '../http/schemas/outage-group.ts';
import type { serviceSchema } from '../http/schemas/service.ts';
import type { storedChannelSchemas } from '../http/schemas/stored-channel.ts';

// What a monitor answers, for the commands that ask it: types of the schemas that it answers with.

export type Service = z.infer<typeof serviceSchema>;
export type Instance = z.infer<typeof instanceSchema>;
export type Incident = z.infer<typeof incidentSchema>;
export type Notification = z.infer<typeof notificationSchema>;
export type Uptime = z.infer<typeof historySchemas.uptime>;
export type OutageGroup = z.infer<typeof outageGroupSchemas.shown>;
export type OutageGroupAcknowledged = z.infer<typeof groupAcknowledgedSchema>;
export type MonitorHealth = z.infer<typeof monitorHealthSchema>;
export type MaintenanceWindow = z.infer<typeof maintenanceSchemas.shown>;
export type Channel = z.infer<typeof channelSchemas.list>['items'][number];
export type ReencryptedChannels = z.infer<typeof storedChannelSchemas.reencrypted>;
export type ChannelDrill = z.infer<typeof channelSchemas.drill>;
export type ChannelTest = z.infer<typeof channelSchemas.test>;
export type ConfigReload = z.infer<typeof configReloadSchema>;
export type AuditEntry = z.infer<typeof auditSchema>;
