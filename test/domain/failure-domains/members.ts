import { findFailureDomains } from '../../../src/domain/failure-domains/find-failure-domains.ts';
import type { HeardMembers } from '../../../src/domain/failure-domains/heard-members.ts';
import {
  type AttributeKind,
  attributeKey,
  attributesOf,
  type LateInstance,
} from '../../../src/domain/failure-domains/late-instance.ts';

export const diedAtMs = 1_000_000;

interface Member {
  serviceId: string;
  attributes: Partial<Record<AttributeKind, string>>;
  /** When it was heard last, from the moment of the fault on. */
  heardMs?: number;
  isLate?: boolean;
  intervalMs?: number;
  gaps?: LateInstance['gaps'];
}

/** So many members, each of another service unless it is said. */
export const members = (
  count: number,
  attributes: Member['attributes'],
  rest: Partial<Member> = {},
): Member[] =>
  Array.from({ length: count }, (_, at) => ({
    serviceId: `${JSON.stringify(attributes)}-${at}`,
    attributes,
    ...rest,
  }));

export const dead = (count: number, attributes: Member['attributes'], rest: Partial<Member> = {}): Member[] =>
  members(count, attributes, { isLate: true, ...rest });

function asLate(
  { serviceId, attributes, heardMs = -10_000, intervalMs = 30_000, gaps = [] }: Member,
  at: number,
) {
  const instanceId = `i${at}`;
  const graceMs = 0.2 * intervalMs;
  return { instanceId, serviceId, attributes, lastBeatAtMs: diedAtMs + heardMs, intervalMs, graceMs, gaps };
}

/** What the rules say of a fleet of these members; all services of the late ones are Down unless it is said. */
export function find(all: readonly Member[], down?: readonly string[]) {
  const late = all.flatMap((member, at) => (member.isLate ? [asLate(member, at)] : []));
  const alive = all
    .filter(({ isLate }) => !isLate)
    .map((member, at) => asLate({ heardMs: 60_000, ...member }, at));
  const isAfter = (ms: number) => (one: LateInstance) => one.lastBeatAtMs > ms;
  const heard: HeardMembers = {
    zones: [...new Set(all.flatMap(({ attributes }) => attributes.zone ?? []))],
    in: (attribute, ms) =>
      alive
        .filter(isAfter(ms))
        .filter((one) => attributesOf(one).some((has) => attributeKey(has) === attributeKey(attribute)))
        .length,
    inService: (id, ms) => alive.filter(isAfter(ms)).filter(({ serviceId }) => serviceId === id).length,
    inFleet: (ms) => alive.filter(isAfter(ms)).length,
  };
  return findFailureDomains(late, new Set(down ?? late.map(({ serviceId }) => serviceId)), heard);
}

export const named = (all: readonly Member[], down?: readonly string[]) =>
  find(all, down).map(({ cause }) =>
    cause.kind === 'everything' ? 'everything' : [cause.kind, ...cause.values].join(' '),
  );

export const others = members(40, { host: 'h9', zone: 'b' });
