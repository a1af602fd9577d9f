import { createPlanHealth } from '../../src/actors/health/plan-health.ts';
import { createPlanNotifications } from '../../src/actors/plan-notifications.ts';
import { createPlanTrouble } from '../../src/actors/plan-trouble.ts';
import type { Channel } from '../../src/actors/ports/notifications.ts';
import type { Log, Meter } from '../../src/actors/ports/observability.ts';
import type { Delivery, WakeUps } from '../../src/actors/ports/wake-ups.ts';
import type { RulesOf } from '../../src/domain/policy.ts';
import type { Routing } from '../../src/domain/routing.ts';
import { createHealths } from '../../src/store/instances/healths.ts';
import { createTroubles } from '../../src/store/services/troubles.ts';
import type { openStore } from '../store/open-store.ts';

/** The actors of step 4 on the real store; without routes every channel gets what it asks for. */
export function openPlanners(
  { client, partitions, notifications, incidents, ids }: Awaited<ReturnType<typeof openStore>>,
  parts: {
    deliveryQueue: WakeUps<Delivery>;
    channels: ReadonlyMap<string, Channel>;
    meter: Meter;
    log: Log;
    rulesOf: RulesOf;
    routes: Routing | null;
  },
) {
  const routing = { routes: () => parts.routes, publicUrl: 'http://monitor' };
  const planning = { ...parts, ...routing, notifications, ids };
  return {
    planHealth: createPlanHealth({ ...planning, healths: createHealths(client, partitions) }),
    planTrouble: createPlanTrouble({ ...planning, troubles: createTroubles(client, partitions) }),
    planNotifications: createPlanNotifications({ ...planning, incidents }),
  };
}
