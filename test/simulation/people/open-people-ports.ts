import type { LookRights } from '../../../src/actors/ports/outage-groups.ts';
import type { RulesOf } from '../../../src/domain/policy.ts';
import type { RedisClient } from '../../../src/store/client/connect.ts';
import { ids } from '../../../src/store/ids.ts';
import { createIncidentActs } from '../../../src/store/incidents/incident-acts.ts';
import { createFleet } from '../../../src/store/outage-groups/fleet.ts';
import { createGroupReadings } from '../../../src/store/outage-groups/group-readings.ts';
import { createOutageGroups } from '../../../src/store/outage-groups/outage-groups.ts';
import type { Partitions } from '../../../src/store/partition.ts';
import { createNeededServices } from '../../../src/store/telling/needed-services.ts';
import { createStorms } from '../../../src/store/telling/storms.ts';
import { createTelling } from '../../../src/store/telling/telling.ts';
import { createTellingMarks } from '../../../src/store/telling/telling-marks.ts';
import { allPages } from '../all-pages.ts';
import type { Silences } from '../silences.ts';
import type { PeopleRules } from '../simulation-rules.ts';
import type { PeoplePorts } from './people-ports.ts';

const longestLookMs = 3_000;

/** The real store of what people are told, on the simulation's Redis. */
export function openPeoplePorts(
  client: RedisClient,
  partitions: Partitions,
  {
    rules,
    rulesOf,
    silences,
    nowMs,
  }: { rules: PeopleRules; rulesOf: RulesOf; silences: Silences; nowMs(): number },
): PeoplePorts {
  const { groupsOf, groups } = createGroupReadings(client, partitions);
  const groupStore = createOutageGroups(client, partitions, ids.notificationId);
  const neededServices = createNeededServices(client, partitions, {
    ...{ ids, rulesOf, rules: () => rules.dependencies },
  });
  return {
    telling: createTelling(client, partitions, {
      ...{ ids, rulesOf, groupsOf, neededServices },
      silenceOf: async ({ serviceName }, atMs) => silences.of(serviceName, atMs),
    }),
    storms: createStorms(client, partitions, ids),
    marks: createTellingMarks(client, partitions),
    groups: groupStore,
    fleet: createFleet(client, partitions, rulesOf),
    rights: rightsIn(nowMs, () => groupStore.now()),
    incidentActs: createIncidentActs(client, partitions),
    allGroups: () => allPages((page) => groups(page, () => true)),
  };
}

/** The real ones end by the clock of the machine, which knows nothing of the simulation's. */
function rightsIn(elapsedMs: () => number, clock: () => Promise<number>): LookRights {
  let lookedAtMs = 0;
  let takenUntilMs = 0;
  return {
    lookedAtMs: async () => lookedAtMs,
    async take() {
      if (elapsedMs() < takenUntilMs) return null;
      takenUntilMs = elapsedMs() + longestLookMs;
      return clock();
    },
    async finished(beganAtMs) {
      lookedAtMs = beganAtMs;
      takenUntilMs = 0;
    },
  };
}
