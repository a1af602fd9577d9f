import type { Notification } from '../monitor/wire-types.ts';
import type { Act } from './act.ts';

/** A message that was given up is sent again; nothing for the others. */
export function replayActs({ notificationId, state }: Notification): Act[] {
  if (state !== 'dead') return [];
  return [
    {
      label: 'Send again',
      wanted: () => ({ method: 'POST', path: `/api/notifications/${notificationId}/replay` }),
      tell: () => 'It is sent again.',
    },
  ];
}
