import { isDeepStrictEqual } from 'node:util';
import { formatDuration } from '../domain/duration.ts';
import type { FileSettings } from './file-settings.ts';

/** What differs between two readings of `monitor.yaml`, in words and without a secret; none: they say the same. */
export function describeChanges(before: FileSettings, after: FileSettings): string[] {
  const [old, now] = [byId(before), byId(after)];
  const channels = [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
    if (isDeepStrictEqual(old.get(id), now.get(id))) return [];
    const what = !old.has(id) ? 'added' : now.has(id) ? 'changed' : 'removed';
    return [`channel ${id} ${what}`];
  });
  const changes = [...channels];
  if (!isDeepStrictEqual(before.routes, after.routes)) changes.push('routes changed');
  if (!isDeepStrictEqual(before.policies, after.policies)) changes.push('service policies changed');
  if (!isDeepStrictEqual(before.reminding, after.reminding)) changes.push('reminders changed');
  if (!isDeepStrictEqual(before.maintenance, after.maintenance)) changes.push('maintenance changed');
  if (!isDeepStrictEqual(before.dependencies, after.dependencies)) changes.push('dependencies changed');
  if (!isDeepStrictEqual(before.operatorChannels, after.operatorChannels))
    changes.push('channels of the operator changed');
  if (!isDeepStrictEqual(before.statusPages, after.statusPages)) changes.push('status pages changed');
  if (before.blindAfterMs !== after.blindAfterMs)
    changes.push(
      `blind time changed from ${formatDuration(before.blindAfterMs)} to ${formatDuration(after.blindAfterMs)}`,
    );
  return changes;
}

function byId({ channels }: FileSettings): Map<string, FileSettings['channels'][number]> {
  return new Map(channels.map((channel) => [channel.id, channel]));
}
