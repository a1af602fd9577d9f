import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Revision } from './revision.ts';

/** Commit and branch of the checkout in a directory, read from its files: no `git` is run. */
export async function readGitHead(directory: string): Promise<Revision> {
  const git = join(directory, '.git');
  const head = await read(join(git, 'HEAD'));
  if (head === null) return { commit: null, branch: null };
  const [, ref] = /^ref: (refs\/\S+)$/.exec(head) ?? [];
  if (ref === undefined) return { commit: hashIn(head), branch: null };
  const commit = hashIn(await read(join(git, ref))) ?? (await packedCommit(git, ref));
  return { commit, branch: ref.replace(/^refs\/heads\//, '') };
}

async function packedCommit(git: string, ref: string): Promise<string | null> {
  const lines = (await read(join(git, 'packed-refs')))?.split('\n') ?? [];
  return hashIn(lines.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? null);
}

function hashIn(text: string | null): string | null {
  return text !== null && /^[0-9a-f]{40,64}$/.test(text) ? text : null;
}

async function read(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch {
    return null;
  }
}
