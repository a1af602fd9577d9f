import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../actors/ports/observability.ts';
import type { RedisClient } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';
import type { Partitions } from '../partition.ts';
import type { Migration } from './migrations/migration.ts';
import { SchemaLock } from './schema-lock.ts';

/** How often a start that waits for another node's migration looks again. */
const lookEveryMs = 200;

/**
 * Brings what is stored to the version of this program, step by step, one node at a time; the others wait. Returns the
 * version that it has then: without the migrations that are for new data only, where something was stored before.
 * Throws an Error when the data is newer than the program, or when a restore did not finish.
 */
export async function migrateSchema(
  client: RedisClient,
  partitions: Partitions,
  migrations: readonly Migration[],
  log: Log,
): Promise<number> {
  const newest = migrations.at(-1)?.version ?? 0;
  const lock = new SchemaLock(client, randomUUID());
  const wanted = migrationsFor((await readMeta(client)).version, migrations);
  for (;;) {
    const { version, restoring } = await readMeta(client);
    refuse(version, newest, restoring);
    if (!wanted.some((migration) => migration.version > version)) return version;
    const held = await lock.take();
    if (!held) await wait(lookEveryMs);
    else await holding(lock, () => step(client, partitions, wanted, lock, log));
  }
}

/** Those that a start runs where the data had this version before. */
export function migrationsFor(version: number, migrations: readonly Migration[]): readonly Migration[] {
  return migrations.filter(
    (migration) => migration.version > version && (version === 0 || !migration.isForNewDataOnly),
  );
}

async function readMeta(client: RedisClient): Promise<{ version: number; restoring: boolean }> {
  const [version, restoring] = await client.hmget(globalKeys.meta, 'schemaVersion', 'restoring');
  return { version: Number(version ?? 0), restoring: restoring != null };
}

function refuse(version: number, newest: number, restoring: boolean): void {
  if (restoring) {
    throw new Error('a restore into this Redis did not finish; empty this Redis and restore again');
  }
  if (version > newest) {
    throw new Error(
      `the data in this Redis has schema version ${version}, but this program supports versions up to ${newest}; start a newer version`,
    );
  }
}

async function holding(lock: SchemaLock, work: () => Promise<void>): Promise<void> {
  const renewal = lock.keep();
  try {
    await work();
  } finally {
    await renewal.stop();
    await lock.release();
  }
}

/** The next migration only: what another node did meanwhile is read again before each. */
async function step(
  client: RedisClient,
  partitions: Partitions,
  migrations: readonly Migration[],
  lock: SchemaLock,
  log: Log,
): Promise<void> {
  const { version } = await readMeta(client);
  const next = migrations.find((migration) => migration.version > version);
  if (next === undefined) return;
  const beganAtMs = performance.now();
  await next.run(client, partitions);
  if (!(await lock.write('schemaVersion', next.version))) {
    throw new Error(`the schema lock was lost during migration ${next.version}; start this node again`);
  }
  const tookMs = Math.round(performance.now() - beganAtMs);
  log.info(
    { version: next.version, migration: next.name, tookMs },
    `schema migrated from version ${version} to ${next.version}`,
  );
}
