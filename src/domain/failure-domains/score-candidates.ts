import { type Candidate, isEnough } from './candidates.ts';
import type { FailureDomain } from './failure-domain.ts';
import type { HeardMembers } from './heard-members.ts';
import { type AttributeKind, type LateInstance, lateAtMs } from './late-instance.ts';
import { surprise } from './surprise.ts';

/** A smaller share of the members is not "the host is silent". Less is enough if all may have died at one moment. */
const fewestShare = { sudden: 0.4, gradual: 0.55 } as const;

/** From this share on a value is wholly silent: for its neighbours it is no measure of what chance does. */
const wholeShare = 0.9;

/** Chance makes fewer than one of a thousand such findings. */
const chance = Math.log(1000);

/** A candidate with its members that are alive. */
export interface Rival extends Candidate {
  heard: number;
  heardOutside: number;
  /** Whether something speaks for it: of a version, that another version of the service is alive. */
  hasContrast: boolean;
}

/** A candidate that chance does not explain. */
export interface Scored extends FailureDomain {
  heardOutside: number;
  heardAfterMs: number;
}

export function withHeard(candidate: Candidate, heard: HeardMembers): Rival {
  const { attribute, heardAfterMs } = candidate;
  const inside = heard.in(attribute, heardAfterMs);
  const { serviceId } = attribute;
  return {
    ...candidate,
    heard: inside,
    heardOutside: heard.inFleet(heardAfterMs) - inside,
    hasContrast: serviceId === null || heard.inService(serviceId, heardAfterMs) > inside,
  };
}

/** The candidates that chance does not explain, with those of the rest that are silent. */
export function scoreCandidates(rivals: readonly Rival[], rest: ReadonlySet<LateInstance>): Scored[] {
  const left = rivals.map((rival) => ({ ...rival, silent: rival.silent.filter((one) => rest.has(one)) }));
  const wholeOf = new Map<AttributeKind, number>();
  for (const rival of left.filter(isWhole))
    wholeOf.set(rival.attribute.kind, (wholeOf.get(rival.attribute.kind) ?? 0) + rival.silent.length);
  return left.flatMap((rival) => {
    const { attribute, silent, heard, heardOutside, heardAfterMs, hasContrast, values } = rival;
    const members = silent.length + heard;
    if (!hasContrast || !isEnough(rival)) return [];
    const fewest = isSudden(silent) ? fewestShare.sudden : fewestShare.gradual;
    if (silent.length < fewest * members) return [];
    const alike = (wholeOf.get(attribute.kind) ?? 0) - (isWhole(rival) ? silent.length : 0);
    const elsewhere = rest.size - silent.length - alike;
    // Half an instance is added, so that the rate is never 0.
    const rate = (elsewhere + 0.5) / (elsewhere + heardOutside + 1);
    const isChance = surprise(silent.length, members, rate) <= chance + Math.log(values);
    return isChance ? [] : [{ attribute, silent, members, heardOutside, heardAfterMs }];
  });
}

function isWhole({ silent, heard }: Rival): boolean {
  return silent.length > 0 && silent.length >= wholeShare * (silent.length + heard);
}

/** Whether there is a moment at which all of them may have died. In a slow network they are late one after another. */
function isSudden(silent: readonly LateInstance[]): boolean {
  const lastMs = silent.reduce((last, one) => Math.max(last, one.lastBeatAtMs), 0);
  return silent.every((instance) => lastMs < lateAtMs(instance));
}
