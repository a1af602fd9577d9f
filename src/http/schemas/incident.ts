import { z } from 'zod';
import type { Incident, TimelineEntry } from '../../domain/incident.ts';
import { toTime, toTimeOrNull } from './to-time.ts';

export const incidentState = z.enum(['open', 'recovering', 'resolved']);

const statusEntry = z.object({ at: z.string(), from: z.string(), to: z.string() });

const actionEntry = z.object({
  at: z.string(),
  action: z.enum(['acknowledged', 'noted', 'resolved']),
  by: z.string(),
  note: z.string().nullable(),
});

export const incidentSchema = z
  .object({
    incidentId: z.string(),
    serviceId: z.string(),
    serviceName: z.string(),
    environment: z.string(),
    state: incidentState,
    startedAt: z.string(),
    detectedAt: z.string(),
    recoveredAt: z.string().nullable(),
    resolvedAt: z.string().nullable(),
    relapses: z.int(),
    acknowledged: z.object({ by: z.string(), at: z.string(), note: z.string().nullable() }).nullable(),
    timeline: z.array(z.union([statusEntry, actionEntry])).meta({
      description: 'What became of the service, and what people did about it, in the order of time.',
    }),
  })
  .meta({ id: 'Incident' });

export function toIncident(incident: Incident): z.infer<typeof incidentSchema> {
  const { startedAtMs, detectedAtMs, recoveredAtMs, resolvedAtMs, acknowledged, timeline, ...rest } =
    incident;
  return {
    ...rest,
    startedAt: toTime(startedAtMs),
    detectedAt: toTime(detectedAtMs),
    recoveredAt: toTimeOrNull(recoveredAtMs),
    resolvedAt: toTimeOrNull(resolvedAtMs),
    acknowledged: acknowledged && {
      by: acknowledged.by,
      at: toTime(acknowledged.atMs),
      note: acknowledged.note,
    },
    timeline: timeline.map(toEntry),
  };
}

function toEntry({
  atMs,
  ...entry
}: TimelineEntry): z.infer<typeof statusEntry> | z.infer<typeof actionEntry> {
  return { at: toTime(atMs), ...entry };
}
