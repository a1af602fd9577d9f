import { channelTrouble } from './channel-trouble.ts';
import { formatDuration } from './duration.ts';
import type { ImpairmentCause, ImpairmentReason, MonitorVitals } from './impairment.ts';
import { quota } from './quota.ts';
import { settingDifferences } from './setting-differences.ts';

const minuteMs = 60_000;

/** How many differing settings or keys a message lists; `doctor` lists all. */
const toldMost = 5;

/** Each limit twice: what makes a cause, and what is enough for it to stay. */
const limits = {
  blindMs: { begins: minuteMs, stays: minuteMs / 2 },
  repairedMinutes: { begins: 3, stays: 1 },
  memoryPercent: { begins: 70, stays: 65 },
} as const;

/** The causes, each with the text of what is wrong now, or null. `stays`: the cause was found before and is not over. */
const causes: Record<ImpairmentCause, (vitals: MonitorVitals, stays: boolean) => string | null> = {
  blind({ blindMs }, stays) {
    if (blindMs <= limitOf(limits.blindMs, stays)) return null;
    return `no heartbeat could be received for ${formatDuration(blindMs)} of the last 5 min`;
  },

  'state-lost': ({ lostState }) => lostState,

  'channel-failing'({ channels }, stays) {
    const found = channels.flatMap((channel) => channelTrouble(channel, stays)?.detail ?? []);
    return found.length === 0 ? null : found.join('; ');
  },

  'sweeper-repairing'({ repairedMinutes }, stays) {
    if (repairedMinutes < limitOf(limits.repairedMinutes, stays)) return null;
    return `the sweep found overdue work in ${repairedMinutes} of the last 5 min: wake-ups are lost or too slow`;
  },

  'redis-memory'({ memory }, stays) {
    if (memory === null) return null;
    const percent = (100 * memory.usedBytes) / memory.limitBytes;
    if (percent <= limitOf(limits.memoryPercent, stays)) return null;
    return `Redis uses ${Math.floor(percent)} % of its maxmemory`;
  },

  'config-differs'({ differences }, stays) {
    return formatFew((stays ? differences.now : differences.lasting).map(settingDifferences.say));
  },

  'config-refused': ({ refusals }) => formatFew(refusals.map(formatRefusal)),

  'channel-locked': ({ locks }) => formatFew(locks.flatMap(formatLock)),

  'key-quota': ({ keyUsage }, stays) => formatFew(quota.nearLimit(keyUsage, stays).map(quota.say)),
};

/** All causes that are found now; `active`: those that were found at the previous look. */
export function findCauses(vitals: MonitorVitals, active: readonly ImpairmentCause[]): ImpairmentReason[] {
  return Object.entries(causes).flatMap(([name, find]) => {
    const cause = name as ImpairmentCause;
    const detail = find(vitals, active.includes(cause));
    return detail === null ? [] : [{ cause, detail }];
  });
}

function limitOf(limit: { begins: number; stays: number }, stays: boolean): number {
  return stays ? limit.stays : limit.begins;
}

function formatRefusal({ node, errors: [first = '', ...more] }: MonitorVitals['refusals'][number]): string {
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return `node ${node} goes on with earlier settings because its monitor.yaml is not valid: ${first}${rest}`;
}

function formatLock({ node, channels }: MonitorVitals['locks'][number]): string[] {
  return channels.map(
    ({ channelId, because }) => `channel ${channelId} cannot be used by node ${node}: ${because}`,
  );
}

/** Null: nothing happened. */
function formatFew(found: readonly string[]): string | null {
  if (found.length === 0) return null;
  const told = found.slice(0, toldMost).join('; ');
  return found.length > toldMost ? `${told}; and ${found.length - toldMost} more` : told;
}
