import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Makes positions of lists unreadable for callers: the place where a page ended may be a service that they must not
 * know. `list` is sealed with it, so a cursor of another list does not open.
 */
export interface CursorSeal {
  close(list: string, position: string): string;
  /** Null: this is no cursor of that list. */
  open(list: string, cursor: string): string | null;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Positions are padded to a multiple, or the length would tell that of a name. */
const blockBytes = 256;

/** `secret` has 32 bytes and is the same on all nodes; it may change when Redis was emptied. */
export function createCursorSeal(secret: () => Buffer): CursorSeal {
  return {
    close(list, position) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, secret(), nonce);
      cipher.setAAD(Buffer.from(list));
      const sealed = Buffer.concat([cipher.update(pad(position)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },

    open(list, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const head = nonceBytes + tagBytes;
      // The decoder passes over what is no base64; one position has one spelling.
      if (bytes.length <= head || bytes.toString('base64url') !== cursor) return null;
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv(algorithm, secret(), nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(list));
      decipher.setAuthTag(bytes.subarray(nonceBytes, head));
      try {
        return unpad(Buffer.concat([decipher.update(bytes.subarray(head)), decipher.final()]));
      } catch {
        return null;
      }
    },
  };
}

function pad(position: string): Buffer {
  const bytes = Buffer.from(position);
  const padded = Buffer.alloc(Math.ceil((bytes.length + 2) / blockBytes) * blockBytes);
  padded.writeUInt16BE(bytes.length);
  bytes.copy(padded, 2);
  return padded;
}

function unpad(padded: Buffer): string {
  return padded.toString('utf8', 2, 2 + padded.readUInt16BE());
}
