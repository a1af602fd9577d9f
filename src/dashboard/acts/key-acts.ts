import type { ApiKey } from '../monitor/wire-types.ts';
import type { Act } from './act.ts';

/** What can be done to a key. */
export function keyActs({ keyId }: ApiKey): Act[] {
  return [
    {
      label: 'Revoke',
      question:
        'Revoke it for ever? Within 5 s no node takes it any more: instances that use it go Down, people are asked for another.',
      wanted: () => ({ method: 'DELETE', path: `/api/keys/${encodeURIComponent(keyId)}` }),
      tell: () => 'It is revoked.',
    },
  ];
}
