import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Owner {
  pid: number;
  /** When the process began, as the system counts; null: the system does not say. */
  began: string | null;
}

/**
 * Who uses a data directory: two servers on one would ruin it. Process numbers come again after a restart of the
 * machine, so the start of the process is written down beside its number.
 */
export const dataOwner = {
  /** The process that uses it now; null: nobody, or this one. */
  of(dir: string): number | null {
    const owner = ownerIn(dir);
    if (owner === null || owner.pid <= 0 || owner.pid === process.pid) return null;
    return isAlive(owner) ? owner.pid : null;
  },

  /** The link appears with its content or not at all, so of two monitors that start at the same time one gets it. */
  take(dir: string): void {
    const mine = `${fileOf(dir)}.${process.pid}`;
    writeFileSync(mine, [process.pid, beganAt(process.pid)].filter((part) => part !== null).join(' '));
    try {
      refuseSecond(dir);
      // Whoever is named now is dead, or it is this process.
      if (ownerIn(dir) !== null) rmSync(fileOf(dir), { force: true });
      linkSync(mine, fileOf(dir));
    } catch (error) {
      refuseSecond(dir);
      throw error;
    } finally {
      rmSync(mine, { force: true });
    }
  },

  release(dir: string): void {
    rmSync(fileOf(dir), { force: true });
  },
};

function refuseSecond(dir: string): void {
  const pid = dataOwner.of(dir);
  if (pid !== null)
    throw new Error(
      `a monitor already runs on ${dir} (process ${pid}); set MONITOR_DATA_DIR to start another`,
    );
}

/** Who is named, dead or alive; the number is 0 when the file says nothing that makes sense. */
function ownerIn(dir: string): Owner | null {
  try {
    const [pid = '', began = null] = readFileSync(fileOf(dir), 'utf8').split(' ');
    return { pid: Number.parseInt(pid, 10) || 0, began };
  } catch {
    return null;
  }
}

/** Whether a process of this number runs, and is the one that was meant. */
function isAlive({ pid, began }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const found = beganAt(pid);
  return began === null || found === null || found === began;
}

/** In ticks since the machine started, where there is a /proc; the name before it may hold spaces. */
function beganAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function fileOf(dir: string): string {
  return join(dir, 'monitor.pid');
}
