import { randomUUID } from 'node:crypto';
import { createChangeChannels } from '../actors/operating/change-channels.ts';
import { createReencryptChannels } from '../actors/operating/reencrypt-channels.ts';
import type { StoredChannels } from '../actors/ports/stored-channels.ts';
import { privateNetworks } from '../channels/outbound/private-networks.ts';
import { kindsOfChannels } from '../channels/stored/kinds-of-channels.ts';
import { openSealed } from '../channels/stored/open-sealed.ts';
import { createReadGivenChannel } from '../channels/stored/read-given-channel.ts';
import type { StoredChannel } from '../domain/stored-channel.ts';
import type { Operating, ShownChannel } from '../http/ports.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { createStoredChannels } from '../store/stored-channels/stored-channels.ts';
import type { Foundation } from './foundation.ts';
import { toUsedChannel } from './to-used-channel.ts';
import { configured } from './used-channel.ts';

/** What administrators see of channels, and do with those that are not in the file. This node uses a change at once. */
export function composeStoredChannels(
  { config, current, partitions, secretKeys: keys, storedChannels, log }: Foundation,
  client: RedisClient,
): Pick<Operating, 'channels' | 'changeChannels' | 'hasSecretKey' | 'kindsOfChannels' | 'reencryptChannels'> {
  const written = createStoredChannels(client, partitions);
  const stored: StoredChannels = {
    ...written,
    async commit(view, after) {
      const outcome = await written.commit(view, after);
      // It is written: that this node reads it a moment later is no reason to say that it failed.
      await storedChannels
        .refresh()
        .catch((error: unknown) => log.warn({ error }, 'could not read the changed channels; retrying'));
      return outcome;
    },
  };
  const isOfFile = (channelId: string) => current.now.channels.some(({ id }) => id === channelId);

  function showStored(channel: StoredChannel): ShownChannel {
    const used = toUsedChannel(channel, keys);
    const { opened } = used;
    const problem = opened.kind === 'locked' ? opened.because : null;
    return { ...configured(used), type: used.type, stored: channel, problem };
  }

  return {
    async channels() {
      const all = await stored.all();
      const ofFile = current.channels
        .filter(({ origin }) => origin === 'file')
        .map((used): ShownChannel => {
          const isDouble = all.some(({ channelId }) => channelId === used.id);
          return { ...configured(used), type: used.type, stored: null, problem: isDouble ? double : null };
        });
      const others = all.filter(({ channelId }) => !isOfFile(channelId));
      return [...ofFile, ...others.map(showStored)];
    },

    kindsOfChannels,
    hasSecretKey: keys.ids.length > 0,
    changeChannels: createChangeChannels({
      ...{ stored, keys, isOfFile },
      readGiven: createReadGivenChannel(privateNetworks(config.channelPrivateNetworks)),
      unseal: (channel) => openSealed(channel, keys),
      ...{ newVersion: randomUUID, now: Date.now },
    }),
    reencryptChannels: createReencryptChannels({ stored, keys, newVersion: randomUUID }),
  };
}

const double =
  'a channel with the same id was made over the API; that one is not used: remove it with channels remove';
