import { z } from 'zod';
import type { ApiKey } from '../../domain/api-key.ts';
import { nameCause } from '../../domain/failure-domains/describe-outage.ts';
import { type KeptGroup, keptGroup } from '../../domain/failure-domains/kept-group.ts';
import { attributeKinds } from '../../domain/failure-domains/late-instance.ts';
import type { GroupedIncident } from '../../domain/failure-domains/outage-group.ts';
import { keyBounds } from '../key-bounds.ts';
import { toTime, toTimeOrNull } from './to-time.ts';

const namedService = z.object({ serviceName: z.string(), environment: z.string() });

const schema = z
  .object({
    outageGroupId: z.string(),
    cause: z.string().meta({ description: 'In words, such as `Host h7`, or `Everything`.' }),
    kind: z.enum([...attributeKinds, 'everything']),
    values: z.array(z.string()).meta({ description: 'The hosts, zones, … that are silent.' }),
    startedAt: z
      .string()
      .meta({ description: 'When the first of its instances was heard for the last time.' }),
    detectedAt: z.string(),
    endedAt: z.string().nullable().meta({ description: 'Null: it goes on.' }),
    instances: z.object({
      silent: z.int().meta({ description: 'How many of those that fell silent are not heard again.' }),
      total: z.int().meta({ description: 'How many there are in that place.' }),
    }),
    incidents: z
      .array(
        namedService.extend({
          incidentId: z.string(),
          serviceId: z.string(),
          over: z.boolean().meta({
            description: 'Whether the service is heard again, or its incident was resolved by hand.',
          }),
          resolvedByHand: z.boolean().meta({
            description: 'Whether that is why it is over: the service is not heard again.',
          }),
          acknowledged: z.boolean().meta({
            description: 'Whether somebody works on it, as of the latest look at the group.',
          }),
          toldAlone: z.boolean().meta({ description: 'Whether the incident has a message of its own.' }),
        }),
      )
      .meta({ description: 'Of services that are Down because of it; as far as the API key may see them.' }),
    weakened: z.int().meta({ description: 'How many other services have silent instances there.' }),
    notExplained: z.array(namedService).meta({
      description: 'Services that went Down at the same time, and not only because of it.',
    }),
  })
  .meta({ id: 'OutageGroup' });

type Reply = z.infer<typeof schema>;

const named = ({ group, versionOf }: KeptGroup): { outageGroupId: string; cause: string } => ({
  outageGroupId: group.groupId,
  cause: nameCause(group.cause, versionOf),
});

function toMember(incident: GroupedIncident): Reply['incidents'][number] {
  const { incidentId, serviceId, serviceName, environment, isOver, isToldAlone } = incident;
  const { isClosed = false, isAcknowledged = false } = incident;
  return {
    ...{ incidentId, serviceId, serviceName, environment },
    ...{ over: isOver, resolvedByHand: isClosed, acknowledged: isAcknowledged, toldAlone: isToldAlone },
  };
}

/** Outage groups on the wire. */
export const outageGroupSchemas = {
  shown: schema,

  /** As an incident shows the group that it is part of. */
  ofIncident: z
    .object({ outageGroupId: z.string(), cause: z.string() })
    .nullable()
    .meta({ description: 'The outage group that it is or was part of; null: none.' }),

  /** Whether the holder of a key may see it: whoever may see one of its services. */
  mayShow: (key: ApiKey | null, { group }: KeptGroup): boolean =>
    group.incidents.some((incident) => keyBounds.includes(key, incident)),

  toReply(kept: KeptGroup, key: ApiKey | null): Reply {
    const { group, versionOf, notExplained } = kept;
    const { cause } = group;
    const { silent, members } = keptGroup.counts(kept);
    return {
      outageGroupId: group.groupId,
      cause: nameCause(cause, versionOf),
      kind: cause.kind,
      values: cause.kind === 'everything' ? [] : cause.values,
      startedAt: toTime(group.startedAtMs),
      detectedAt: toTime(group.detectedAtMs),
      endedAt: toTimeOrNull(group.endedAtMs),
      instances: { silent, total: members },
      incidents: group.incidents.filter((incident) => keyBounds.includes(key, incident)).map(toMember),
      weakened: group.weakenedServiceIds.length,
      notExplained: notExplained
        .filter((service) => keyBounds.includes(key, service))
        .map(({ serviceName, environment }) => ({ serviceName, environment })),
    };
  },

  named,

  toOfIncident: (kept: KeptGroup | undefined): { outageGroupId: string; cause: string } | null =>
    kept === undefined ? null : named(kept),
} as const;
