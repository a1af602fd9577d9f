import { z } from 'zod';
import { dependencyCycles } from '../domain/dependencies/dependency-cycles.ts';
import type { DependencyRule } from '../domain/dependencies/dependency-rule.ts';
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
  return dependencyCycles(dependencies).map(
    ({ rule: at, way }) =>
      `dependencies[${at}].dependsOn: leads back to where it begins: ${way.join(' depends on ')}`,
  );
}
