import { matchesGlob } from '../glob.ts';
import { type MatchedService, matchesService, type ServiceMatch } from '../matches-service.ts';

/** Services that need others of their environment, as `monitor.yaml` says. */
export interface DependencyRule {
  match: ServiceMatch;
  /** Globs of names. */
  dependsOn: readonly string[];
}

/** One thing that a service needs, and who says so. */
export interface Need {
  /** A glob of names, in the environment of the service. */
  glob: string;
  /** `dependencies[0]`, or `its label depends-on`. */
  by: string;
}

/** The label with which a service says itself what it needs: globs, with commas between them. */
export const dependsOnLabel = 'depends-on';

/** More of them are not looked at. */
const mostNeeds = 20;

/**
 * What a service needs. One that a rule names as needed is not itself a dependent of that rule: `service: "*"` that
 * depends on `db` means all others.
 */
export function needsOf(service: MatchedService, rules: readonly DependencyRule[]): Need[] {
  const named = (globs: readonly string[]) => globs.some((glob) => matchesGlob(glob, service.serviceName));
  const byRules = rules.flatMap(({ match, dependsOn }, i) =>
    matchesService(match, service) && !named(dependsOn)
      ? dependsOn.map((glob) => ({ glob, by: `dependencies[${i}]` }))
      : [],
  );
  const labelled = (service.labels?.[dependsOnLabel] ?? '').split(',').map((glob) => glob.trim());
  const byLabel = labelled
    .filter((glob) => glob !== '')
    .map((glob) => ({ glob, by: `its label ${dependsOnLabel}` }));
  return [...byRules, ...byLabel].slice(0, mostNeeds);
}
