import { readFileSync } from 'node:fs';

/** The memory that a process has in RAM. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return 1024 * Number(kilobytes ?? 0);
}
