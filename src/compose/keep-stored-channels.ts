import type { Log } from '../actors/ports/observability.ts';
import type { SecretKeys, StoredChannels } from '../actors/ports/stored-channels.ts';
import type { StoredChannel } from '../domain/stored-channel.ts';
import type { RedisClient } from '../store/client/connect.ts';
import type { Partitions } from '../store/partition.ts';
import { isNewRedis } from '../store/schema/first-start.ts';
import { createStoredChannels } from '../store/stored-channels/stored-channels.ts';
import type { Closers } from './closers.ts';
import type { CurrentSettings } from './current-settings.ts';
import { every } from './every.ts';
import { enabledOf } from './in-use.ts';

const lookEveryMs = 1_000;

/** The channels that were made over the API, as this node follows them. */
export interface KeptStoredChannels {
  /** Reads them now if they changed. */
  refresh(): Promise<void>;
  /** Looks once a second from then on. */
  follow(): void;
}

/** Uses the channels that were made over the API, a second after a change on any node at the latest. */
export function keepStoredChannels({
  current,
  redis,
  partitions,
  secretKeys,
  log,
  closers,
}: {
  current: CurrentSettings;
  redis: RedisClient;
  partitions: Partitions;
  secretKeys: SecretKeys;
  log: Log;
  closers: Closers;
}): KeptStoredChannels {
  const stored = createStoredChannels(redis, partitions);
  let known: { revision: string; channels: readonly StoredChannel[] } = { revision: '', channels: [] };

  async function refresh(): Promise<void> {
    const revision = await stored.revision();
    if (revision === known.revision) return;
    // Redis has lost them, and their secrets may be nowhere else.
    if (revision === '') return putBack(stored, known.channels);
    const channels = await stored.all();
    use(channels);
    known = { revision, channels };
  }

  function use(channels: readonly StoredChannel[]): void {
    const used = enabledOf(channels, secretKeys);
    current.replaceStored(used);
    for (const { id, opened } of used) {
      if (opened.kind === 'locked')
        log.error({ channelId: id, reason: opened.because }, 'a channel cannot be used; its messages wait');
    }
    const ofFile = new Set(current.now.channels.map(({ id }) => id));
    const hidden = channels.map(({ channelId }) => channelId).filter((id) => ofFile.has(id));
    if (hidden.length > 0)
      log.warn(
        { channelIds: hidden },
        'channels of the API are not used, because monitor.yaml has channels with the same ids',
      );
  }

  /** Until the node that prepares an empty Redis has done so, it may be restored. */
  async function putBack(to: StoredChannels, channels: readonly StoredChannel[]): Promise<void> {
    if (await isNewRedis(redis)) return;
    for (const channel of channels) {
      const view = await to.read(channel.channelId);
      if (view.channel === null) await to.commit(view, channel);
    }
    if (channels.length > 0)
      log.warn(
        { channels: channels.length },
        'Redis had lost the channels of the API; they were stored again',
      );
    known = { ...known, revision: await to.revision() };
  }

  return {
    refresh,
    follow() {
      const following = every(lookEveryMs, refresh, (error) =>
        log.warn({ error }, 'could not look for changes of the channels; retrying'),
      );
      closers.add('channels of the API', () => following.stop());
    },
  };
}
