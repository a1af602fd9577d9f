import { readFileSync } from 'node:fs';

/** The resident memory of a process (RSS). The share that it has with others (PSS) depends on who else runs. */
export function memoryBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Rss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
}
