import { z } from 'zod';

const service = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  status: z.string(),
});

const incident = z.object({
  incidentId: z.string(),
  serviceId: z.string(),
  serviceName: z.string(),
  state: z.string(),
  startedAt: z.string(),
  detectedAt: z.string().nullish(),
  recoveredAt: z.string().nullish(),
  resolvedAt: z.string().nullish(),
  relapses: z.number().nullish(),
  quietUntil: z.string().nullish(),
});

export type ServiceReading = z.infer<typeof service>;
export type IncidentReading = z.infer<typeof incident>;

/** The answers of the monitor, as far as the simulator reads them; a monitor may say more. */
export const monitorReadings = {
  services: z.object({ items: z.array(service), nextCursor: z.string().nullish() }),
  incidents: z.object({ items: z.array(incident), nextCursor: z.string().nullish() }),
  problem: z.object({ title: z.string(), detail: z.string(), code: z.string() }).partial(),
};
