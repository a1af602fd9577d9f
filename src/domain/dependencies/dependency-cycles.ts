import { matchesGlob, prefixOf } from '../glob.ts';
import type { DependencyRule } from './dependency-rule.ts';
import { globsOverlap } from './globs-overlap.ts';

/** A way of rules that leads back to where it began. */
export interface DependencyCycle {
  /** The rule that it begins with. */
  rule: number;
  /** The globs on the way; the last is the first. */
  way: string[];
}

interface Needed {
  glob: string;
  environment: string;
}

/**
 * The cycles among rules: at least one of those that have a part in common. Which labels a service will have nobody knows, so rules that ask for labels are left
 * out: what they or labels make into a cycle is found when a message is decided, and suppresses nothing.
 */
export function dependencyCycles(rules: readonly (DependencyRule | null)[]): DependencyCycle[] {
  const cycles = new Map<string, DependencyCycle>();
  const followed = new Set<string>();
  for (const [i, rule] of rules.entries()) {
    if (rule === null || asksForLabels(rule)) continue;
    for (const glob of rule.dependsOn) follow({ glob, environment: environmentOf(rule) }, i, []);
  }
  return [...cycles.values()];

  function note(rule: number, cycle: readonly string[]): void {
    const same = cycle.toSorted().join('\0');
    const [first = ''] = cycle;
    if (!cycles.has(same)) cycles.set(same, { rule, way: [...cycle, first] });
  }

  function follow(needed: Needed, rule: number, way: readonly string[]): void {
    const at = way.indexOf(needed.glob);
    if (at >= 0) note(rule, way.slice(at));
    const key = `${needed.environment} ${needed.glob}`;
    if (followed.has(key)) return;
    followed.add(key);
    for (const [i, next] of rules.entries()) {
      if (next === null || !mayApply(next, needed)) continue;
      for (const glob of next.dependsOn)
        follow({ glob, environment: needed.environment }, i, [...way, needed.glob]);
    }
  }
}

/** Whether a service that is needed may itself be a dependent by this rule; those that it names are not. */
function mayApply(rule: DependencyRule, { glob, environment }: Needed): boolean {
  const isLiteral = prefixOf(glob) === glob;
  const isNamed = rule.dependsOn.some((one) => one === glob || (isLiteral && matchesGlob(one, glob)));
  return (
    !asksForLabels(rule) &&
    !isNamed &&
    globsOverlap(rule.match.service ?? '*', glob) &&
    globsOverlap(environmentOf(rule), environment)
  );
}

function asksForLabels({ match }: DependencyRule): boolean {
  return Object.keys(match.labels ?? {}).length > 0;
}

function environmentOf({ match }: DependencyRule): string {
  return match.environment ?? '*';
}
