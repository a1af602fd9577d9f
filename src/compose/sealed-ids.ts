import { createHmac } from 'node:crypto';
import type { SharedSecret } from '../store/monitor/shared-secret.ts';

/** Makes UUIDs that are the same on all nodes. Nobody can find out what one is made from by trying names. */
export function sealedIds(secret: SharedSecret): (text: string) => string {
  return (text) => {
    const hex = createHmac('sha256', secret.value).update(`public id ${text}`).digest('hex');
    const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
    return [...parts, hex.slice(20, 32)].join('-');
  };
}
