import type { Channel } from '../actors/ports/notifications.ts';
import type { ChannelServices } from '../channels/channel-services.ts';
import { type PrivateNetworks, privateNetworks } from '../channels/outbound/private-networks.ts';
import { openChannel } from '../channels/registry.ts';
import { openLockedChannel } from '../channels/stored/open-locked-channel.ts';
import type { UsedChannel } from './used-channel.ts';

/** Where channels may connect: those of the file anywhere, those of the API beside the internet to what is listed. */
export function createReachableBy(
  listed: readonly string[],
): (used: Pick<UsedChannel, 'origin'>) => PrivateNetworks {
  const ofApi = privateNetworks(listed);
  return ({ origin }) => origin === 'file' || ofApi;
}

/** Opens a channel as this node uses it. */
export function openUsedChannel(used: UsedChannel, services: ChannelServices): Channel {
  const { opened, configuration, match } = used;
  const channel =
    opened.kind === 'locked' ? openLockedChannel(used, opened.because) : openChannel(opened.config, services);
  return { ...channel, configuration, ...(match === null ? {} : { match }) };
}
