import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a private Redis ever ran with its data in this directory. */
export function holdsData(dir: string): boolean {
  return ['appendonlydir', 'dump.rdb'].some((name) => existsSync(join(dir, name)));
}
