import { explanation } from './explanation.ts';
import type { HeardMembers } from './heard-members.ts';
import type { LateInstance } from './late-instance.ts';
import type { Scored } from './score-candidates.ts';

/**
 * Whether services that died as a whole explain the silence better than the place: a few services with a dependency in
 * common may make up half a host. They have messages of their own.
 */
export function isServicesAlone(
  { silent, members, heardOutside, heardAfterMs }: Scored,
  rest: ReadonlySet<LateInstance>,
  heard: HeardMembers,
): boolean {
  // If nobody of the place is alive, nothing speaks against it.
  if (silent.length === members) return false;
  const hit = new Set(silent.map(({ serviceId }) => serviceId));
  const dead = new Set([...hit].filter((id) => heard.inService(id, heardAfterMs) === 0));
  const counts = new Map<string, number>();
  for (const { serviceId } of rest)
    if (dead.has(serviceId)) counts.set(serviceId, (counts.get(serviceId) ?? 0) + 1);
  const services = [...counts.values()].map((count) => ({ silent: count, members: count }));
  const fleet = { silent: rest.size, members: rest.size + heardOutside + members - silent.length };
  return explanation(services, fleet) >= explanation([{ silent: silent.length, members }], fleet);
}
