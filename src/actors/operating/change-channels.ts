import type { SealedValue, StoredChannel } from '../../domain/stored-channel.ts';
import type {
  ChannelFault,
  GivenSettings,
  ReadGivenChannel,
  SecretKeys,
  StoredChannels,
  StoredChannelView,
  WantedOfChannel,
} from '../ports/stored-channels.ts';

/** Who changes a channel, and which version of it was seen; null: whatever it is now. */
export interface ChangeOfChannel {
  by: string;
  version: string | null;
}

export type ChannelRefusal =
  | { kind: 'invalid'; faults: readonly ChannelFault[] }
  | { kind: 'unknown' }
  | { kind: 'exists' }
  | { kind: 'of-file' }
  /** Somebody else changed it since it was seen. */
  | { kind: 'changed-since' }
  | { kind: 'too-many'; most: number }
  | { kind: 'no-key' }
  | { kind: 'locked'; because: string };

export type ChannelOutcome = { kind: 'stored'; channel: StoredChannel } | ChannelRefusal;

/** What administrators may do with the channels that are not in `monitor.yaml`. */
export interface ChangeChannels {
  create(id: string, given: GivenSettings, wanted: WantedOfChannel, by: string): Promise<ChannelOutcome>;
  /** All of it anew; a secret that is not given stays, unless its type is another. */
  replace(
    id: string,
    given: GivenSettings,
    wanted: WantedOfChannel,
    change: ChangeOfChannel,
  ): Promise<ChannelOutcome>;
  /** What is given; null takes a field away. */
  adjust(
    id: string,
    given: GivenSettings,
    wanted: WantedOfChannel,
    change: ChangeOfChannel,
  ): Promise<ChannelOutcome>;
  switch(id: string, isEnabled: boolean, change: ChangeOfChannel): Promise<ChannelOutcome>;
  remove(id: string, version: string | null): Promise<{ kind: 'removed' } | ChannelRefusal>;
}

/** People can look through so many; each of them has a queue and an entry on every node. */
const most = 200;

/** Changes the stored channels. Nothing is written that cannot be used, nor over a change that was not seen. */
export function createChangeChannels(parts: {
  stored: StoredChannels;
  keys: SecretKeys;
  readGiven: ReadGivenChannel;
  unseal: (
    channel: StoredChannel,
  ) => { kind: 'open'; given: GivenSettings } | { kind: 'locked'; because: string };
  isOfFile: (channelId: string) => boolean;
  newVersion: () => string;
  now: () => number;
}): ChangeChannels {
  const { stored, keys } = parts;

  /** The channel that somebody has seen, to be changed. */
  async function seen(id: string, version: string | null) {
    const view = await stored.read(id);
    const { channel } = view;
    if (channel === null) return { kind: parts.isOfFile(id) ? 'of-file' : 'unknown' } as const;
    if (version !== null && channel.version !== version) return { kind: 'changed-since' } as const;
    return { kind: 'seen', view, channel } as const;
  }

  async function write(view: StoredChannelView, after: StoredChannel): Promise<ChannelOutcome> {
    const outcome = await stored.commit(view, after);
    return outcome.kind === 'committed'
      ? { kind: 'stored', channel: after }
      : { kind: view.channel === null ? 'exists' : 'changed-since' };
  }

  /** A channel as it is after a change of its settings; all secrets are sealed anew. */
  function settle(
    before: StoredChannel | null,
    id: string,
    given: GivenSettings,
    wanted: WantedOfChannel,
    by: string,
  ): { kind: 'ready'; channel: StoredChannel } | ChannelRefusal {
    const read = parts.readGiven(id, given);
    if (read.kind === 'invalid') return read;
    const nowMs = parts.now();
    const secrets: Record<string, SealedValue> = {};
    for (const [field, value] of Object.entries(read.secrets))
      secrets[field] = keys.seal(JSON.stringify(value), { channelId: id, field });
    const channel: StoredChannel = {
      ...{ channelId: id, settings: read.settings, secrets },
      version: parts.newVersion(),
      isEnabled: wanted.isEnabled ?? before?.isEnabled ?? true,
      match: wanted.match === undefined ? (before?.match ?? null) : wanted.match,
      createdAtMs: before?.createdAtMs ?? nowMs,
      ...{ changedAtMs: nowMs, changedBy: by },
    };
    return { kind: 'ready', channel };
  }

  async function change(
    id: string,
    given: GivenSettings,
    { by, version }: ChangeOfChannel,
    wanted: WantedOfChannel,
    merge: (before: GivenSettings, channel: StoredChannel) => GivenSettings,
  ): Promise<ChannelOutcome> {
    if (keys.ids.length === 0) return { kind: 'no-key' };
    const found = await seen(id, version);
    if (found.kind !== 'seen') return found;
    const { channel, view } = found;
    const unsealed = parts.unseal(channel);
    // Who gives all secrets anew needs none of the old ones.
    const isMissed = Object.keys(channel.secrets).some((field) => !(field in given));
    if (unsealed.kind === 'locked' && isMissed) return unsealed;
    const before = unsealed.kind === 'open' ? unsealed.given : channel.settings;
    const merged = merge(before, channel);
    const faults = keptBesideNewAddress(before, merged, given, Object.keys(channel.secrets));
    if (faults.length > 0) return { kind: 'invalid', faults };
    const settled = settle(channel, id, merged, wanted, by);
    return settled.kind === 'ready' ? write(view, settled.channel) : settled;
  }

  return {
    async create(id, given, wanted, by) {
      if (keys.ids.length === 0) return { kind: 'no-key' };
      if (parts.isOfFile(id)) return { kind: 'of-file' };
      const view = await stored.read(id);
      if (view.channel !== null) return { kind: 'exists' };
      const settled = settle(null, id, given, wanted, by);
      if (settled.kind !== 'ready') return settled;
      if ((await stored.all()).length >= most) return { kind: 'too-many', most };
      return write(view, settled.channel);
    },

    replace: (id, given, wanted, made) =>
      change(id, given, made, { ...wanted, match: wanted.match ?? null }, (before, { settings, secrets }) => {
        const isSameType = settings['type'] === given['type'];
        const kept = Object.keys(secrets).filter(
          (field) => isSameType && field in before && !(field in given),
        );
        return { ...given, ...Object.fromEntries(kept.map((field) => [field, before[field]])) };
      }),

    adjust: (id, given, wanted, made) =>
      change(id, given, made, wanted, (before) =>
        Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== null)),
      ),

    async switch(id, isEnabled, { by, version }) {
      const found = await seen(id, version);
      if (found.kind !== 'seen') return found;
      const { channel, view } = found;
      if (channel.isEnabled === isEnabled) return { kind: 'stored', channel };
      const changed = { changedAtMs: parts.now(), changedBy: by, version: parts.newVersion() };
      return write(view, { ...channel, ...changed, isEnabled });
    },

    async remove(id, version) {
      const found = await seen(id, version);
      if (found.kind !== 'seen') return found;
      const outcome = await stored.commit(found.view, null);
      return { kind: outcome.kind === 'committed' ? 'removed' : 'changed-since' };
    },
  };
}

/**
 * Secrets that would go to an address that somebody else may have chosen: who changes where a channel sends gives them
 * again, so that nobody reads them who does not know them.
 */
function keptBesideNewAddress(
  before: GivenSettings,
  after: GivenSettings,
  given: GivenSettings,
  secret: readonly string[],
): ChannelFault[] {
  const [old, now] = [before, after].map(
    (settings) => (field: string) => (field in settings ? JSON.stringify(settings[field]) : ''),
  );
  const isMoved = Object.keys({ ...before, ...after }).some(
    (field) => old?.(field) !== now?.(field) && /:\/\//.test(`${old?.(field)} ${now?.(field)}`),
  );
  if (!isMoved) return [];
  return secret
    .filter((field) => field in after && !(field in given))
    .map((field) => ({
      path: [field],
      message: 'must be given again, because the address of the channel changes',
    }));
}
