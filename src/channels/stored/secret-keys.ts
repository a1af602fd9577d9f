import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SecretKeys, SecretPlace } from '../../actors/ports/stored-channels.ts';

const cipher = 'aes-256-gcm';

/** As NIST SP 800-38D recommends it for GCM. A nonce is random, so one key may seal 2^32 values. */
const nonceBytes = 12;
const tagBytes = 16;

/**
 * The keys of this node, each 32 bytes. The first one seals; any opens what was sealed with it, so that a key can be
 * replaced while values of the one before are still there.
 */
export function createSecretKeys(keys: readonly Buffer[]): SecretKeys {
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const [sealing] = byId;
  return {
    ids: [...byId.keys()],

    seal(text, place) {
      if (sealing === undefined) throw new Error('there is no key to seal secrets with');
      const [keyId, key] = sealing;
      const nonce = randomBytes(nonceBytes);
      const sealer = createCipheriv(cipher, key, nonce).setAAD(boundTo(place));
      const sealed = Buffer.concat([sealer.update(text, 'utf8'), sealer.final(), sealer.getAuthTag()]);
      return { keyId, nonce: nonce.toString('base64'), sealed: sealed.toString('base64') };
    },

    open({ keyId, nonce, sealed }, place) {
      const key = byId.get(keyId);
      const bytes = Buffer.from(sealed, 'base64');
      if (key === undefined || bytes.length < tagBytes) return null;
      try {
        const opener = createDecipheriv(cipher, key, Buffer.from(nonce, 'base64'), {
          authTagLength: tagBytes,
        })
          .setAAD(boundTo(place))
          .setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([opener.update(bytes.subarray(0, -tagBytes)), opener.final()]).toString('utf8');
      } catch {
        // It was changed, or belongs to another channel or field.
        return null;
      }
    },
  };
}

/** Names a key without giving it away: the key itself is random, so its hash says nothing of it. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('service-monitor key id').update(key).digest('hex').slice(0, 8);
}

function boundTo({ channelId, field }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify(['channel', channelId, field]));
}
