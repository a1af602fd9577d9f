import { z } from 'zod';
import { dependencyCycles } from '../domain/dependencies/dependency-cycles.ts';
import type { DependencyRule } from '../domain/dependencies/dependency-rule.ts';
import { matchesGlob, prefixOf } from '../domain/glob.ts';
import { fileMatchWithLabels } from './file-routes.ts';

/** In the form in which names are kept. */
const glob = z
  .string()
  .min(1)
  .transform((text) => text.normalize('NFC'));

const rule = z.strictObject({ match: fileMatchWithLabels, dependsOn: z.array(glob).min(1) });

/** `dependencies` of `monitor.yaml`. */
export const dependenciesInFile = z.array(rule).default([]);

/** The cycles among them, from as much of the file as can be read. */
export function faultsOfDependencies(file: unknown): string[] {
  const { dependencies } = z
    .object({ dependencies: z.array(rule.nullable().catch(null)).catch([]) })
    .catch({ dependencies: [] })
    .parse(file) as { dependencies: (DependencyRule | null)[] };
  const ofThemselves = dependencies.flatMap((one, at) =>
    one !== null && needsItself(one)
      ? [
          `dependencies[${at}].dependsOn: names "${one.match.service}", which it is for: no service depends on itself`,
        ]
      : [],
  );
  const cycles = dependencyCycles(dependencies).map(
    ({ rule: at, way }) =>
      `dependencies[${at}].dependsOn: leads back to where it begins: ${way.join(' depends on ')}`,
  );
  return [...ofThemselves, ...cycles];
}

/** Whom a rule names as needed is no dependent of it, so such a rule would mean nothing. Of a glob the others may be meant. */
function needsItself({ match, dependsOn }: DependencyRule): boolean {
  const { service } = match;
  if (service === undefined || prefixOf(service) !== service) return false;
  return dependsOn.some((needed) => matchesGlob(needed, service));
}
