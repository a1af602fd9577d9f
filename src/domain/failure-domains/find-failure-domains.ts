import type { Cause } from './cause.ts';
import { deathWindows } from './death-windows.ts';
import { domainsOfWindow } from './domains-of-window.ts';
import { everythingAtOnce } from './everything-at-once.ts';
import type { FailureDomain } from './failure-domain.ts';
import type { HeardMembers } from './heard-members.ts';
import { attributeKey, attributesOf, type LateInstance } from './late-instance.ts';
import { type CausePlace, type PlacedServices, servicePlacer } from './place-services.ts';

/** One cause that silent instances have in common, and what it does to their services. */
export interface CommonCause extends PlacedServices {
  cause: Cause;
  silentIds: ReadonlySet<string>;
  /** The silent, and those that were heard since. */
  members: number;
  /** The first and the last of the last heartbeats. */
  firstSilentAtMs: number;
  lastSilentAtMs: number;
}

/**
 * What the late instances of the whole fleet have in common. Asked as soon as a service is Down, without waiting: what
 * died with it is late by then. A cause is left out if no service is Down because of it, for it has no message.
 * `down`: the services that are Down now. The cost is that of the late instances, not of the fleet.
 */
export function findFailureDomains(
  late: readonly LateInstance[],
  down: ReadonlySet<string>,
  heard: HeardMembers,
): CommonCause[] {
  const place = servicePlacer(late, down);
  return commonSilences(late, heard)
    .map(({ cause, silent, members, ...rest }) => ({
      cause,
      silentIds: new Set(silent.map(({ instanceId }) => instanceId)),
      members,
      firstSilentAtMs: silent.reduce((first, one) => Math.min(first, one.lastBeatAtMs), Infinity),
      lastSilentAtMs: silent.reduce((last, one) => Math.max(last, one.lastBeatAtMs), 0),
      ...place({ silent, ...rest }),
    }))
    .filter(({ inside }) => inside.length > 0);
}

interface CommonSilence extends CausePlace {
  cause: Cause;
  members: number;
}

function commonSilences(late: readonly LateInstance[], heard: HeardMembers): CommonSilence[] {
  const found: CommonSilence[] = [];
  const byKey = new Map<string, FailureDomain & { window: readonly LateInstance[] }>();
  for (const window of deathWindows(late)) {
    const domains = domainsOfWindow(window, heard);
    const everything = everythingAtOnce(window, domains, heard);
    if (everything !== null) {
      const { members } = everything;
      found.push({ cause: { kind: 'everything' }, silent: window, members, window, holds: () => true });
      continue;
    }
    for (const domain of domains) {
      const key = attributeKey(domain.attribute);
      const known = byKey.get(key);
      byKey.set(key, known === undefined ? { ...domain, window } : joined(known, domain));
    }
  }
  const alike = Map.groupBy(byKey.values(), ({ window }) => window);
  for (const [window, domains] of alike)
    for (const some of Map.groupBy(domains, kindKey).values()) found.push({ ...causeOf(some), window });
  return found;
}

/** A cause that took long may be in two windows. */
function joined<T extends FailureDomain>(known: T, { silent }: FailureDomain): T {
  return { ...known, silent: [...known.silent, ...silent], members: known.members + silent.length };
}

function kindKey({ attribute: { kind, serviceId } }: FailureDomain): string {
  return `${kind}:${serviceId ?? ''}`;
}

function causeOf(domains: readonly FailureDomain[]): Omit<CommonSilence, 'window'> {
  const { kind = 'host', serviceId = null } = domains[0]?.attribute ?? {};
  const keys = new Set(domains.map(({ attribute }) => attributeKey(attribute)));
  return {
    cause: { kind, serviceId, values: domains.map(({ attribute }) => attribute.value).sort() },
    silent: domains.flatMap(({ silent }) => silent),
    members: domains.reduce((sum, { members }) => sum + members, 0),
    holds: (instance) => attributesOf(instance).some((attribute) => keys.has(attributeKey(attribute))),
  };
}
