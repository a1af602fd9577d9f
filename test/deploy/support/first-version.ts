import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';

/** The first commit of which there is an image, a compose stack and units. */
export const firstVersion = 'ca07c88';

/** Puts the files of a commit into a folder of its own, whose path it returns, with a slash at its end. */
export async function unpackVersion(commit: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'monitor-version-'));
  await runProgram('sh', ['-c', `git archive ${commit} | tar -x -C ${folder}`]);
  return `${folder}/`;
}
