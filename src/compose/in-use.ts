import type { SecretKeys } from '../actors/ports/stored-channels.ts';
import { configurationOf } from '../channels/configuration-of.ts';
import type { FileSettings } from '../config/file-settings.ts';
import type { StoredChannel } from '../domain/stored-channel.ts';
import { toUsedChannel } from './to-used-channel.ts';
import type { UsedChannel } from './used-channel.ts';

/** The channels that a node with these settings uses. */
export function inUse(
  file: Pick<FileSettings, 'channels'>,
  stored: readonly StoredChannel[],
  keys: SecretKeys,
): UsedChannel[] {
  return together(file, enabledOf(stored, keys));
}

/** The channels of the API that are switched on, as this node can use them. */
export function enabledOf(stored: readonly StoredChannel[], keys: SecretKeys): UsedChannel[] {
  return stored.filter(({ isEnabled }) => isEnabled).map((channel) => toUsedChannel(channel, keys));
}

/** Of two with the same id that of the file counts: who starts the monitor decides, and finds what was written there. */
export function together(
  { channels }: Pick<FileSettings, 'channels'>,
  stored: readonly UsedChannel[],
): UsedChannel[] {
  const ofFile = channels.map((config): UsedChannel => {
    const { id, type, events } = config;
    return {
      ...{ id, type, events, origin: 'file', match: null },
      ...{ configuration: configurationOf(config), opened: { kind: 'usable', config } },
    };
  });
  const ids = new Set(ofFile.map(({ id }) => id));
  return [...ofFile, ...stored.filter(({ id }) => !ids.has(id))];
}
