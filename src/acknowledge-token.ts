import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link to acknowledge an incident stands for. */
export interface AcknowledgeToken {
  /** The message that the link is in. */
  notificationId: string;
  /** On the clock of Redis. */
  expiresAtMs: number;
}

const version = 1;
const contentBytes = 1 + 16 + 6;

/** A secret may sign other things as well: nothing else can be taken for such a link. */
const signed = (secret: Buffer, content: Buffer) =>
  createHmac('sha256', secret).update('service-monitor acknowledge link').update(content).digest();

/** The last part of such a link: what it stands for, and a signature that nobody without the secret can make. */
export const acknowledgeToken = {
  make(secret: Buffer, { notificationId, expiresAtMs }: AcknowledgeToken): string {
    const content = Buffer.alloc(contentBytes);
    content.writeUInt8(version);
    content.write(notificationId.replaceAll('-', ''), 1, 'hex');
    content.writeUIntBE(Math.floor(expiresAtMs), 17, 6);
    return Buffer.concat([content, signed(secret, content)]).toString('base64url');
  },

  /** Null: it was not made with this secret, or somebody changed it. It takes the same time whatever is wrong with it. */
  read(secret: Buffer, text: string): AcknowledgeToken | null {
    const bytes = Buffer.from(text, 'base64url');
    // The decoder passes over what is no base64; one link has one spelling.
    const isWhole = bytes.length === contentBytes + 32 && bytes.toString('base64url') === text;
    const content = isWhole ? bytes.subarray(0, contentBytes) : Buffer.alloc(contentBytes);
    const signature = isWhole ? bytes.subarray(contentBytes) : Buffer.alloc(32);
    if (!timingSafeEqual(signed(secret, content), signature)) return null;
    if (content.readUInt8() !== version) return null;
    const hex = content.toString('hex', 1, 17);
    return {
      notificationId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      expiresAtMs: content.readUIntBE(17, 6),
    };
  },
} as const;
