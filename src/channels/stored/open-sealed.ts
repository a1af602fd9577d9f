import type { GivenSettings, SecretKeys } from '../../actors/ports/stored-channels.ts';
import type { StoredChannel } from '../../domain/stored-channel.ts';

/** What a stored channel was given, with its secrets; or why they cannot be read here. */
export type Unsealed = { kind: 'open'; given: GivenSettings } | { kind: 'locked'; because: string };

/** Opens the secrets of a stored channel with the keys of this node. */
export function openSealed({ channelId, settings, secrets }: StoredChannel, keys: SecretKeys): Unsealed {
  const given: Record<string, unknown> = { ...settings, id: channelId };
  for (const [field, value] of Object.entries(secrets)) {
    const text = keys.open(value, { channelId, field });
    if (text === null) return { kind: 'locked', because: describeLock(value.keyId, keys) };
    given[field] = JSON.parse(text);
  }
  return { kind: 'open', given };
}

function describeLock(keyId: string, { ids }: SecretKeys): string {
  if (ids.includes(keyId)) return `its secrets cannot be decrypted: what is stored was changed`;
  const sealedWith = `its secrets are encrypted with key ${keyId}`;
  return ids.length === 0
    ? `${sealedWith}, and MONITOR_SECRET_KEY is not set here`
    : `${sealedWith}, which is neither in MONITOR_SECRET_KEY nor in MONITOR_SECRET_KEY_PREVIOUS`;
}
