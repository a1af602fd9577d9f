import { spawnSync } from 'node:child_process';

/** Whether helm is on the path. */
export const hasHelm = spawnSync('helm', ['version']).status === 0;
