import { firstVersion } from './0001-first-version.ts';
import type { Migration } from './migration.ts';

/** All migrations, the oldest first. The last one's version is that of the data that this program reads and writes. */
export const migrations: readonly Migration[] = [firstVersion];
