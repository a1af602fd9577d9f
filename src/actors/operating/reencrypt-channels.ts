import type { SecretKeys, StoredChannels } from '../ports/stored-channels.ts';

/** Seals all secrets with the first key; what no key of this node opens stays as it is. */
export type ReencryptChannels = () => Promise<
  { reencrypted: string[]; locked: string[] } | { kind: 'no-key' }
>;

/** How often a channel is read again that others change at the same time. */
const attempts = 5;

export function createReencryptChannels({
  stored,
  keys,
  newVersion,
}: {
  stored: StoredChannels;
  keys: SecretKeys;
  newVersion: () => string;
}): ReencryptChannels {
  return async function reencryptChannels() {
    const [first] = keys.ids;
    if (first === undefined) return { kind: 'no-key' };
    const done = { reencrypted: [] as string[], locked: [] as string[] };
    for (const { channelId } of await stored.all()) {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const view = await stored.read(channelId);
        const old = Object.entries(view.channel?.secrets ?? {});
        if (view.channel === null || old.every(([, { keyId }]) => keyId === first)) break;
        const opened = old.map(([field, value]) => [field, keys.open(value, { channelId, field })] as const);
        if (opened.some(([, text]) => text === null)) {
          done.locked.push(channelId);
          break;
        }
        const secrets = Object.fromEntries(
          opened.map(([field, text]) => [field, keys.seal(text ?? '', { channelId, field })]),
        );
        const outcome = await stored.commit(view, { ...view.channel, secrets, version: newVersion() });
        if (outcome.kind === 'stale') continue;
        done.reencrypted.push(channelId);
        break;
      }
    }
    return done;
  };
}
