import type { ServerInfo } from '../../store/monitor/examine-servers.ts';
import type { Finding } from './finding.ts';

const what = 'Redis memory';
const mib = 1024 * 1024;

/** How much of its memory a server uses, and whether it has a limit at all. */
export function judgeMemory({ usedBytes, limitBytes, machineBytes }: ServerInfo): Finding {
  const isLimited = limitBytes > 0;
  const limit = limitBytes || machineBytes;
  const share = limit === 0 ? 0 : usedBytes / limit;
  const percent = Math.round(share * 100);
  const used = `${Math.round(usedBytes / mib)} MiB, ${percent} % of`;
  const found = isLimited ? `${used} maxmemory` : `${used} the machine; maxmemory is not set`;
  if (share >= 0.7) {
    const advice = isLimited
      ? 'Give it more memory: when it is full, heartbeats are refused.'
      : 'Give the machine more memory, and set "maxmemory": the system kills Redis when memory runs out.';
    return { what, level: share < 0.9 ? 'look' : 'act', found, advice };
  }
  if (isLimited) return { what, level: 'ok', found, advice: null };
  const advice =
    'Set "maxmemory" in its redis.conf, to about half of the memory of the machine: then the monitor warns before Redis is full; ' +
    'without it the system kills Redis.';
  return { what, level: 'look', found, advice };
}
