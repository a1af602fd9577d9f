import { oneAfterAnother } from '../../../src/actors/concurrency/one-after-another.ts';
import { createCoverByLook } from '../../../src/actors/outage-groups/cover-by-look.ts';
import { createEscalateGroup } from '../../../src/actors/outage-groups/escalate-group.ts';
import { createEscalatesTo, createLeadsTo } from '../../../src/actors/outage-groups/leads-to.ts';
import { createLookForCauses } from '../../../src/actors/outage-groups/look-for-causes.ts';
import { createTellGroup } from '../../../src/actors/outage-groups/tell-group.ts';
import { createTendGroup } from '../../../src/actors/outage-groups/tend-group.ts';
import type { Log } from '../../../src/actors/ports/observability.ts';
import { createEndDigest } from '../../../src/actors/telling/end-digest.ts';
import { createMarkTelling } from '../../../src/actors/telling/mark-telling.ts';
import { createPassStormLimit } from '../../../src/actors/telling/pass-storm-limit.ts';
import type { Ids } from '../../../src/domain/ids.ts';
import type { RulesOf } from '../../../src/domain/policy.ts';
import type { Reminding } from '../../../src/domain/reminding/reminder-rules.ts';
import type { Gate } from '../gate.ts';
import type { Silences } from '../silences.ts';
import type { PeoplePorts } from './people-ports.ts';

type Planning = Parameters<typeof createTellGroup>[0] &
  Pick<Parameters<typeof createLeadsTo>[0], 'routes'> & { ids: Ids };

/** The actors of a worker that tell people less than everything: groups, dependencies, digests. */
export function startPeople(
  ports: PeoplePorts,
  planning: Planning,
  { gate, party, rulesOf, reminding, silences, log }: PartsOfPeople,
) {
  const around = <T extends object>(name: string, port: T) => gate.around(party, name, port);
  const { deliveryQueue, channels, ids, publicUrl } = planning;
  const meter = { group: () => undefined, folded: () => undefined };
  const groups = around('groups', ports.groups);
  const tellGroup = createTellGroup(planning);
  const tendGroup = createTendGroup({ groups, tellGroup, deliveryQueue, meter, log });
  // What a look reads has functions in it, and only its beginning is a call.
  const looks = around('looks', { begin: async () => undefined });
  const fleet = {
    async read() {
      await looks.begin();
      return ports.fleet.read();
    },
  };
  const lookForCauses = createLookForCauses({
    ...{ groups, tendGroup, ids, rulesOf, meter, log, fleet },
    leadsTo: createLeadsTo({
      ...{ ...planning, rulesOf },
      isSilenced: async ({ serviceName }, nowMs) => silences.of(serviceName, nowMs) !== null,
    }),
    escalatesTo: createEscalatesTo({ remindingOf: () => reminding, rulesOf }),
    channelIds: () => [...channels.keys()],
  });
  let waitedMs = 0;
  const coverByLook = createCoverByLook({
    ...{ lookForCauses, log, rights: around('rights', ports.rights) },
    now: () => waitedMs,
    wait: async (ms) => {
      waitedMs += ms;
    },
  });
  const storms = { storms: around('storms', ports.storms), inTurn: oneAfterAnother() };
  return {
    groups: { coverByLook, escalateGroup: createEscalateGroup({ groups, tendGroup }), meter },
    passStormLimit: createPassStormLimit({ ...storms, channels, deliveryQueue, ids, publicUrl }),
    endDigest: createEndDigest(storms),
    markTelling: createMarkTelling(around('marks', ports.marks)),
    async tendGroups() {
      for (const groupId of (await groups.due()) ?? []) await tendGroup(groupId);
    },
  };
}

interface PartsOfPeople {
  gate: Gate;
  party: string;
  rulesOf: RulesOf;
  reminding: Reminding;
  silences: Silences;
  log: Log;
}
