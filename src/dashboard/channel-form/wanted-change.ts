import type { WantedAct } from '../monitor/send-act.ts';
import type { Channel } from '../monitor/wire-types.ts';
import { readTelling } from './read-telling.ts';

/** What a filled in form asks of the monitor: a new channel, or a change of the version that was seen. */
export function wantedChange(
  form: FormData,
  type: string,
  settings: Record<string, unknown>,
  channel: Pick<Channel, 'channelId' | 'version'> | null,
): WantedAct {
  const given = { ...settings, ...readTelling(form) };
  if (channel !== null) {
    const path = `/api/channels/${encodeURIComponent(channel.channelId)}`;
    return { method: 'PATCH', path, body: given, version: channel.version ?? '' };
  }
  const id = form.get('/id');
  // Of a new one there is nothing to take away.
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const body = { id: typeof id === 'string' ? id.trim() : '', type, ...said };
  return { method: 'POST', path: '/api/channels', body };
}
