import { z } from 'zod';
import type { IncidentReading } from '../../actors/ports/reading.ts';
import type { KeptGroup } from '../../domain/failure-domains/kept-group.ts';
import type { TimelineEntry } from '../../domain/timeline.ts';
import { outageGroupSchemas } from './outage-group.ts';
import { toTime, toTimeOrNull } from './to-time.ts';

const { toOfIncident } = outageGroupSchemas;

export const incidentState = z.enum(['open', 'recovering', 'resolved']);

const statusEntry = z.object({ at: z.string(), from: z.string(), to: z.string() });

const actionEntry = z.object({
  at: z.string(),
  action: z.enum(['acknowledged', 'noted', 'resolved']),
  by: z.string(),
  note: z.string().nullable(),
  public: z.literal(true).optional().meta({ description: 'Status pages show the note.' }),
  retracted: z
    .object({ by: z.string(), at: z.string() })
    .optional()
    .meta({ description: 'Status pages showed the note, until it was taken back.' }),
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
    relapses: z.int().meta({ description: 'How often its service was Down again.' }),
    outages: z.int().meta({ description: 'How often its service was Down in all.' }),
    silentSeconds: z.number().meta({
      description:
        'Total silence of its outages up to now, or to its end, without the time in which the monitor was blind.',
    }),
    flapping: z
      .boolean()
      .meta({ description: 'Whether the service flaps: its outages are summarised once an hour.' }),
    quietUntil: z.string().nullable().meta({
      description: 'When it will be resolved if heartbeats stay on time; null: the service is Down, or late.',
    }),
    outageGroup: outageGroupSchemas.ofIncident,
    acknowledged: z.object({ by: z.string(), at: z.string(), note: z.string().nullable() }).nullable(),
    timeline: z.array(z.union([statusEntry, actionEntry])).meta({
      description: 'Status changes of the service and actions of people, oldest first.',
    }),
  })
  .meta({ id: 'Incident' });

/** `groups`: the outage groups by incident. */
export function toIncident(
  incident: IncidentReading,
  groups: ReadonlyMap<string, KeptGroup>,
): z.infer<typeof incidentSchema> {
  const { incidentId, serviceId, serviceName, environment, state, relapses, acknowledged } = incident;
  return {
    incidentId,
    serviceId,
    serviceName,
    environment,
    state,
    startedAt: toTime(incident.startedAtMs),
    detectedAt: toTime(incident.detectedAtMs),
    recoveredAt: toTimeOrNull(incident.recoveredAtMs),
    resolvedAt: toTimeOrNull(incident.resolvedAtMs),
    relapses,
    outages: relapses + 1,
    silentSeconds: incident.silence.allMs / 1000,
    flapping: incident.flapping !== null,
    quietUntil: toTimeOrNull(incident.quietUntilMs),
    outageGroup: toOfIncident(groups.get(incidentId)),
    acknowledged: acknowledged && {
      by: acknowledged.by,
      at: toTime(acknowledged.atMs),
      note: acknowledged.note,
    },
    timeline: incident.timeline.map(toEntry),
  };
}

function toEntry(entry: TimelineEntry): z.infer<typeof statusEntry> | z.infer<typeof actionEntry> {
  if ('to' in entry) return { at: toTime(entry.atMs), from: entry.from, to: entry.to };
  const { atMs, retracted, ...act } = entry;
  const taken = retracted && { retracted: { by: retracted.by, at: toTime(retracted.atMs) } };
  return { at: toTime(atMs), ...act, ...taken };
}
