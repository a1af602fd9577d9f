import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** What a provider of a test keeps, for as long as the test runs. */
export function keepInMemory(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>();
  return (model): Adapter => {
    const keyOf = (id: string) => `${model} ${id}`;
    const findBy = (name: 'uid' | 'userCode', value: string) =>
      [...kept].find(([key, payload]) => key.startsWith(`${model} `) && payload[name] === value)?.[1];
    return {
      async upsert(id, payload) {
        kept.set(keyOf(id), payload);
      },
      find: async (id) => kept.get(keyOf(id)),
      findByUid: async (uid) => findBy('uid', uid),
      findByUserCode: async (userCode) => findBy('userCode', userCode),
      async consume(id) {
        Object.assign(kept.get(keyOf(id)) ?? {}, { consumed: Math.floor(Date.now() / 1_000) });
      },
      async destroy(id) {
        kept.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
