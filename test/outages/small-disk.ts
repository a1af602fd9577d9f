import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own with room for a few megabytes. */
export interface SmallDisk {
  path: string;
  /** Leaves no room. */
  fill(): void;
  free(): void;
  unmount(): void;
}

const sizeMegabytes = 24;

/** Whether this user may mount one. */
export const canMount = process.getuid?.() === 0 && tryMount();

export function mountSmallDisk(): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  mount(path);
  const unmount = () => {
    spawnSync('umount', ['-l', path]);
    rmSync(path, { recursive: true, force: true });
  };
  process.once('exit', unmount);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill() {
      const file = openSync(ballast, 'w');
      try {
        for (;;) writeSync(file, Buffer.alloc(64 * 1024));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast),
    unmount() {
      process.off('exit', unmount);
      unmount();
    },
  };
}

function mount(path: string): void {
  const { status, stderr } = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${sizeMegabytes}m`,
    'tmpfs',
    path,
  ]);
  if (status !== 0) throw new Error(`no small disk can be mounted: ${stderr?.toString()}`);
}

function tryMount(): boolean {
  try {
    mountSmallDisk().unmount();
    return true;
  } catch {
    return false;
  }
}
