import { chmodSync, readdirSync, statSync } from 'node:fs';
import type { Log } from '../../actors/ports/observability.ts';
import { makeDir } from './make-dir.ts';

/** What a monitor keeps in its data directory. */
const ours = /^(appendonlydir|dump\.rdb|temp-.*|redis\.(log|sock|pid)|monitor\.pid.*|first-key)$/;

const othersMask = 0o077;
const sticky = 0o1000;

/**
 * Makes the data directory, for its owner alone: it holds keys. One that is there already is closed to others if it is
 * ours and nothing else is in it; else that is left to its owner, and said.
 */
export function openDataDir(dir: string, log: Log | null): void {
  makeDir(dir);
  const { mode, uid } = statSync(dir);
  if ((mode & othersMask) === 0) return;
  const isOurs =
    uid === process.getuid?.() && (mode & sticky) === 0 && readdirSync(dir).every((name) => ours.test(name));
  if (isOurs) chmodSync(dir, 0o700);
  else {
    log?.warn(
      { dir, mode: (mode & 0o777).toString(8) },
      'other users can read the data directory: run chmod 700 on it, or set MONITOR_DATA_DIR to another directory',
    );
  }
}
