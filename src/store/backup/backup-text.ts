import { isUtf8 } from 'node:buffer';
import type { BackupText } from './backup-line.ts';

/** Values on their way into a backup and out of it, to the byte. */
export const backupText = {
  of: (value: Buffer): BackupText =>
    isUtf8(value) ? value.toString('utf8') : { base64: value.toString('base64') },
  toBytes: (text: BackupText): Buffer =>
    typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.base64, 'base64'),
};
