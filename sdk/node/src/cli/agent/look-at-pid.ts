import { readFile } from 'node:fs/promises';
import type { Look } from './look.ts';

/** When each process that was named by its number was begun, as the kernel counts it: numbers are given out again. */
const firstSeen = new Map<number, string>();

/** Well: there is such a process, and it is the one of the first look. */
export async function lookAtPid(
  target: { kind: 'pid'; pid: number } | { kind: 'pid-file'; path: string },
): Promise<Look> {
  if (target.kind === 'pid-file') return lookAtFile(target.path);
  const { pid } = target;
  const look = await lookAtProcess(pid);
  if (!look.isWell || look.began === null) return look;
  const began = firstSeen.get(pid) ?? look.began;
  firstSeen.set(pid, began);
  return began === look.began ? look : { isWell: false, saw: `process ${pid} is another one now` };
}

async function lookAtFile(path: string): Promise<Look> {
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    return { isWell: false, saw: `${path}: ${(error as NodeJS.ErrnoException).code ?? String(error)}` };
  }
  const pid = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
  return pid === null ? { isWell: false, saw: `${path} holds no process id` } : lookAtProcess(pid);
}

/** `began` is null where the system does not say. */
async function lookAtProcess(pid: number): Promise<Look & { began: string | null }> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM')
      return { isWell: false, saw: `there is no process ${pid}`, began: null };
  }
  // The name in it may hold anything, so it is read from its end.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return { isWell: false, saw: `process ${pid} has ended`, began: null };
  return { isWell: true, saw: `process ${pid} is there`, began: fields[18] ?? null };
}
