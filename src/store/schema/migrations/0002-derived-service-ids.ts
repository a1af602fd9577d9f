import type { Migration } from './migration.ts';

/**
 * An instance does not hold the id of its service any more, which follows from its name and environment. Nodes of
 * version 1 read it, so data that they may still share keeps it until the release after this one.
 */
export const derivedServiceIds: Migration = {
  version: 2,
  name: 'the id of a service follows from its name',
  isForNewDataOnly: true,
  run: async () => undefined,
};
