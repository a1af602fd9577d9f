import { createHash } from 'node:crypto';
import type { SecretKeys } from '../actors/ports/stored-channels.ts';
import { askedEvents } from '../channels/channel-fields.ts';
import { configurationOf } from '../channels/configuration-of.ts';
import { channelConfigSchema } from '../channels/registry.ts';
import { openSealed } from '../channels/stored/open-sealed.ts';
import type { StoredChannel } from '../domain/stored-channel.ts';
import type { UsedChannel } from './used-channel.ts';

/** A stored channel as this node can use it: locked, if it cannot read its secrets, or does not know its kind. */
export function toUsedChannel(stored: StoredChannel, keys: SecretKeys): UsedChannel {
  const { channelId: id, settings, match } = stored;
  const used = {
    ...{ id, match, origin: 'api' as const },
    type: String(settings['type']),
    events: askedEvents.safeParse(settings['events']).data,
  };
  const locked = (because: string): UsedChannel => {
    const configuration = createHash('sha256')
      .update(`${stored.version} ${because}`)
      .digest('hex')
      .slice(0, 8);
    return { ...used, configuration, opened: { kind: 'locked', because } };
  };
  const unsealed = openSealed(stored, keys);
  if (unsealed.kind === 'locked') return locked(unsealed.because);
  const parsed = channelConfigSchema.safeParse(unsealed.given);
  if (!parsed.success) {
    const [{ path, message } = { path: [], message: '' }] = parsed.error.issues;
    return locked(`its configuration is not valid for this version: ${path.join('.')} ${message}`);
  }
  const config = parsed.data;
  return { ...used, configuration: configurationOf(config), opened: { kind: 'usable', config } };
}
