import { isDeepStrictEqual } from 'node:util';
import type { Channel } from '../actors/ports/notifications.ts';
import type { ChannelServices } from '../channels/channel-services.ts';
import { type RetiringChannel, retiringChannel } from '../channels/retiring-channel.ts';
import { openSyntheticChannel } from '../channels/synthetic/open-synthetic-channel.ts';
import { apartFromSynthetic } from '../self-check/apart-from-synthetic.ts';
import type { Foundation } from './foundation.ts';
import { createReachableBy, openUsedChannel } from './open-used-channel.ts';
import type { UsedChannel } from './used-channel.ts';

/** The channels that this worker has opened; the maps change with the settings. */
export interface KeptChannels {
  /** With that of synthetic outages. */
  all: ReadonlyMap<string, Channel>;
  forPeople: ReadonlyMap<string, Channel>;
}

interface Kept extends RetiringChannel {
  used: UsedChannel;
}

/**
 * Opens the channels in use and follows them. One whose configuration changed is opened anew for the next message;
 * the old one, like one that was taken out, is closed when its last message is done.
 */
export function keepChannels(
  { config: { deadman, channelPrivateNetworks }, current, log, closers }: Foundation,
  services: Omit<ChannelServices, 'allowPrivateNetworks'>,
): KeptChannels {
  const reachableBy = createReachableBy(channelPrivateNetworks);
  const synthetic = deadman === null ? [] : [openSyntheticChannel()];
  const all = new Map<string, Channel>();
  const forPeople = new Map<string, Channel>();
  let kept = new Map<string, Kept>();
  const retired = new Set<Kept>();

  function open(used: UsedChannel): Kept {
    const reachable = { ...services, allowPrivateNetworks: reachableBy(used) };
    return { used, ...retiringChannel(openUsedChannel(used, reachable)) };
  }

  function use(next: Map<string, Kept>): void {
    const old = [...kept.values()].filter((one) => next.get(one.used.id) !== one);
    kept = next;
    // In the order of the file: where the channels of the operator fail, the first of the others counts.
    for (const map of [all, forPeople]) map.clear();
    for (const [id, { channel }] of next) forPeople.set(id, channel);
    for (const channel of [...forPeople.values(), ...synthetic])
      all.set(channel.channelId, apartFromSynthetic.channel(channel));
    for (const one of old) void retire(one);
  }

  async function retire(one: Kept): Promise<void> {
    retired.add(one);
    try {
      await one.retire();
    } catch (error) {
      log.warn({ error, channelId: one.used.id }, 'could not close the connections of a removed channel');
    } finally {
      retired.delete(one);
    }
  }

  current.follow((_, channels) => {
    const next = new Map(
      channels.map((used) => {
        const before = kept.get(used.id);
        const stays = before !== undefined && isDeepStrictEqual(before.used, used);
        return [used.id, stays ? before : open(used)];
      }),
    );
    return () => use(next);
  });
  use(new Map(current.channels.map((used) => [used.id, open(used)])));
  closers.add('channels', () =>
    Promise.all([...kept.values(), ...retired].map(({ channel }) => channel.close())),
  );
  return { all, forPeople };
}
