import type { z } from 'zod';
import type { incidentSchema } from '../http/schemas/incident.ts';
import type { instanceSchema } from '../http/schemas/instance.ts';
import type { notificationSchema } from '../http/schemas/notification.ts';
import type { outageGroupSchemas } from '../http/schemas/outage-group.ts';
import type { serviceSchema } from '../http/schemas/service.ts';

// Only types, for the comments of the modules beside it: the page is checked against the schemas that the API answers
// with, and nothing of this file is served.

export type Service = z.infer<typeof serviceSchema>;
export type Instance = z.infer<typeof instanceSchema>;
export type Incident = z.infer<typeof incidentSchema>;
export type Notification = z.infer<typeof notificationSchema>;

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
