import type { ApiKeys } from '../actors/ports/access.ts';
import type { Config } from '../config/configuration.ts';
import { createApiKeys } from '../store/access/api-keys.ts';
import { createNoteAct, type NoteAct } from './note-act.ts';
import { withRedis } from './with-redis.ts';

/** Runs a command with the key store and the audit log. */
export async function withApiKeys<T>(
  config: Config,
  userName: string,
  use: (apiKeys: ApiKeys, note: NoteAct) => Promise<T>,
): Promise<T> {
  return withRedis(config, (client) => use(createApiKeys(client), createNoteAct(client, userName)));
}
