import { firstVersion } from './0001-first-version.ts';
import { derivedServiceIds } from './0002-derived-service-ids.ts';
import type { Migration } from './migration.ts';

/** All migrations, the oldest first. The last one's version is the newest that this program reads and writes. */
export const migrations: readonly Migration[] = [firstVersion, derivedServiceIds];

/** That of a Redis on which this program starts first. */
export const newestVersion = migrations.at(-1)?.version ?? 0;
