import type { Migration } from './migration.ts';

/** What was stored before versions were counted has the first one: there is nothing to do but to say so. */
export const firstVersion: Migration = {
  version: 1,
  name: 'the first version',
  run: async () => undefined,
};
