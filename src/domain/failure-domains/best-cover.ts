import { explanation } from './explanation.ts';
import { attributeKinds, type LateInstance } from './late-instance.ts';
import { type Nearby, probablyInside } from './probably-inside.ts';
import type { Scored } from './score-candidates.ts';

/** A value lies inside another one if so much of it does; the rest may say where it is and be wrong. */
const insideShare = 0.9;

/** What explains most, or the values of another kind that it consists of, if they explain more. */
export function bestCover(
  scored: readonly Scored[],
  rest: ReadonlySet<LateInstance>,
  nearby: Nearby,
): readonly Scored[] {
  const worth = (cover: readonly Scored[]) => worthOf(cover, rest, nearby);
  const [best] = scored
    .map((one) => ({ one, cover: [one], worth: worth([one]) }))
    .sort((a, b) => b.worth - a.worth || narrower(a.one, b.one));
  if (best === undefined) return [];
  const inside = new Set([...best.one.silent, ...probablyInside([best.one], rest, nearby)]);
  const isPart = ({ silent }: Scored) =>
    silent.filter((instance) => inside.has(instance)).length >= insideShare * silent.length;
  const others = attributeKinds
    .filter((kind) => kind !== best.one.attribute.kind)
    .map((kind) => scored.filter((one) => one.attribute.kind === kind && isPart(one)))
    .filter((cover) => cover.length > 0)
    .map((cover) => ({ cover, worth: worth(cover) }));
  return others.reduce<{ cover: readonly Scored[]; worth: number }>(
    (top, each) => (each.worth > top.worth ? each : top),
    best,
  ).cover;
}

function worthOf(cover: readonly Scored[], rest: ReadonlySet<LateInstance>, nearby: Nearby): number {
  const [first] = cover;
  if (first === undefined) return Number.NEGATIVE_INFINITY;
  const unsaid = probablyInside(cover, rest, nearby).length;
  const heard = first.heardOutside + first.members - first.silent.length;
  const parts = cover.map(({ silent, members }) => ({ silent: silent.length, members }));
  return explanation(parts, { silent: rest.size - unsaid, members: rest.size - unsaid + heard });
}

/** Of two that explain the same: the smaller, then the narrower one. */
function narrower(a: Scored, b: Scored): number {
  const kindOf = ({ attribute }: Scored) => attributeKinds.indexOf(attribute.kind);
  return a.members - b.members || kindOf(a) - kindOf(b);
}
