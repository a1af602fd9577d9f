import { formatDuration } from '../../domain/duration.ts';
import type { ServerInfo } from '../../store/monitor/examine-servers.ts';
import type { Finding } from './finding.ts';

/** What a crash of Redis would lose, and whether what it wrote to disk got there. */
export function judgeDisk(info: ServerInfo | null, settings: ReadonlyMap<string, string>): Finding[] {
  return [aofOf(info, settings), ...(info === null ? [] : [lastWriteOf(info)])];
}

function aofOf(info: ServerInfo | null, settings: ReadonlyMap<string, string>): Finding {
  const what = 'Redis setting appendonly';
  const value = settings.get('appendonly');
  const loss = lossWithoutAof(settings.get('save'));
  if (value === undefined) {
    const advice = `Make sure that it is yes: without it a crash of Redis loses ${loss}.`;
    return { what, level: 'look', found: 'unknown: CONFIG GET is refused', advice };
  }
  if (value === 'yes') return { what, level: 'ok', found: value, advice: null };
  const found = `${value}; ${formatSnapshots(info, settings.get('save'))}`;
  const advice = `Set "appendonly yes" in its redis.conf: a crash or a restart of Redis loses ${loss}.`;
  return { what, level: 'act', found, advice };
}

/** `save` is the setting of Redis that says when snapshots are made; undefined: it may not be asked for. */
function lossWithoutAof(save: string | undefined): string {
  if (save === undefined) return 'all since its last snapshot, or everything if it makes none';
  return save === '' ? 'everything' : 'all since the last snapshot';
}

function formatSnapshots(info: ServerInfo | null, save: string | undefined): string {
  if (save === '') return 'there are no snapshots';
  if (save === undefined || info === null) return 'could not find out whether there are snapshots';
  const { lastSnapshotAgoMs, writesSinceSnapshot } = info;
  return `the last snapshot is ${formatDuration(lastSnapshotAgoMs)} old, with ${writesSinceSnapshot} writes since`;
}

function lastWriteOf({ failedWrites }: ServerInfo): Finding {
  const what = 'Redis on disk';
  if (failedWrites.length === 0)
    return { what, level: 'ok', found: 'the last write succeeded', advice: null };
  const advice =
    'See the log of Redis: the disk may be full. It may refuse all writes until it can write to disk again.';
  return { what, level: 'act', found: `the last ${failedWrites.join(' and the last ')} failed`, advice };
}
