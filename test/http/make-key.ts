import type { ApiKey } from '../../src/domain/api-key.ts';
import { createApiKeys } from '../../src/store/access/api-keys.ts';
import { generateKeyText, toApiKey } from '../../src/store/access/make-key.ts';
import type { RedisClient } from '../../src/store/client/connect.ts';

/** Stores a key as `keys create` does and returns its text; a node knows it within two seconds. */
export async function makeKey(redis: RedisClient, fields: Partial<ApiKey>): Promise<string> {
  const text = generateKeyText();
  await createApiKeys(redis).save(toApiKey(text, { name: 'test', ...fields }));
  return text;
}
