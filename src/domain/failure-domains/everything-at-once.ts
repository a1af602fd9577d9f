import { survivedAfter } from './candidates.ts';
import type { FailureDomain } from './failure-domain.ts';
import type { HeardMembers } from './heard-members.ts';
import type { LateInstance } from './late-instance.ts';

/** So many of all instances are silent, in every zone, that the network or the monitor itself is suspect. */
export interface EverythingAtOnce {
  silent: number;
  members: number;
}

const fewestInstances = 10;
const fewestShare = 0.5;

/** In a smaller zone it may be chance that none is silent. */
const smallZone = 5;

/** Whether a few attribute values explain it better: nearly all silent lie inside, and enough others are alive. */
const few = { values: 3, explainedShare: 0.9, heardOutside: 3, heardOutsideShare: 0.05 } as const;

/** Null: it is not everything, or a few of its domains explain it. */
export function everythingAtOnce(
  window: readonly LateInstance[],
  domains: readonly FailureDomain[],
  heard: HeardMembers,
): EverythingAtOnce | null {
  const afterMs = survivedAfter(window);
  const alive = heard.inFleet(afterMs);
  const members = window.length + alive;
  const share = window.length / members;
  if (members < fewestInstances || share < fewestShare) return null;
  const silentIn = Map.groupBy(window, ({ attributes }) => attributes.zone);
  const isHit = heard.zones.every((value) => {
    const silent = silentIn.get(value)?.length ?? 0;
    const all = silent + heard.in({ kind: 'zone', value, serviceId: null }, afterMs);
    return all < smallZone || silent >= (share / 2) * all;
  });
  return isHit && !isExplained(window, domains, alive) ? { silent: window.length, members } : null;
}

function isExplained(
  window: readonly LateInstance[],
  domains: readonly FailureDomain[],
  alive: number,
): boolean {
  const silent = domains.reduce((sum, domain) => sum + domain.silent.length, 0);
  const heardInside = domains.reduce((sum, domain) => sum + domain.members - domain.silent.length, 0);
  const outside = alive - heardInside;
  return (
    domains.length > 0 &&
    domains.length <= few.values &&
    silent >= few.explainedShare * window.length &&
    outside >= few.heardOutside &&
    outside >= few.heardOutsideShare * (window.length + alive)
  );
}
