import { setTimeout as wait } from 'node:timers/promises';
import { createCoverByLook } from '../actors/outage-groups/cover-by-look.ts';
import { createEscalateGroup } from '../actors/outage-groups/escalate-group.ts';
import { createEscalatesTo, createLeadsTo } from '../actors/outage-groups/leads-to.ts';
import { createLookForCauses } from '../actors/outage-groups/look-for-causes.ts';
import { createTellGroup } from '../actors/outage-groups/tell-group.ts';
import { createTendGroup } from '../actors/outage-groups/tend-group.ts';
import type { DeliveryGroups } from '../actors/telling/decide-delivery.ts';
import { createFleet } from '../store/outage-groups/fleet.ts';
import { createLookRights } from '../store/outage-groups/look-rights.ts';
import { createOutageGroups } from '../store/outage-groups/outage-groups.ts';
import type { SilenceOf } from '../store/telling/telling.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

const tendEveryMs = 500;

/** Whoever finds a cause tends its group at once; the other workers begin with the next look. */
const lookEveryMs = 2_000;

type Planning = Parameters<typeof createTellGroup>[0] &
  Pick<Parameters<typeof createLeadsTo>[0], 'routes'> &
  Pick<Parameters<typeof createEscalatesTo>[0], 'remindingOf'>;

/** Looks for what outages have in common, and tends the groups that it finds; undefined: the operator does not want any. */
export function keepGroups(
  { config, redis, partitions, ids, rulesOf, metrics, log, closers }: Foundation,
  planning: Planning,
  silenceOf: SilenceOf,
): DeliveryGroups | undefined {
  const { deliveryQueue, channels } = planning;
  const meter = metrics.groups;
  const groups = createOutageGroups(redis, partitions, ids.notificationId);
  const tellGroup = createTellGroup(planning);
  const tendGroup = createTendGroup({ groups, tellGroup, deliveryQueue, meter, log });
  let isAny = false;
  const tending = every(
    () => (isAny ? tendEveryMs : lookEveryMs),
    async () => {
      const due = await groups.due();
      isAny = due !== null;
      for (const groupId of due ?? []) await tendGroup(groupId);
    },
    (error) => log.warn({ error }, 'could not tend outage groups; retrying'),
  );
  closers.add('tending of outage groups', () => tending.stop());
  // Groups of before are told to their end.
  if (!config.outageGroups) return undefined;
  const lookForCauses = createLookForCauses({
    ...{ groups, tendGroup, ids, rulesOf, meter, log },
    fleet: createFleet(redis, partitions, rulesOf),
    leadsTo: createLeadsTo({
      ...{ ...planning, rulesOf },
      isSilenced: async (service, nowMs) => (await silenceOf(service, nowMs)) !== null,
    }),
    escalatesTo: createEscalatesTo({ remindingOf: planning.remindingOf, rulesOf }),
    channelIds: () => [...channels.keys()],
  });
  const coverByLook = createCoverByLook({
    ...{ lookForCauses, wait, log, now: () => performance.now() },
    rights: createLookRights(redis, partitions),
  });
  return { coverByLook, escalateGroup: createEscalateGroup({ groups, tendGroup }), meter };
}
