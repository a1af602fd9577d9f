import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** What the application was built from. Null: not known. */
export interface Revision {
  commit: string | null;
  branch: string | null;
}

/** Commit and branch of the checkout that a directory is in, read from its files: no `git` is run. */
export async function readGitHead(directory: string): Promise<Revision> {
  const git = await findGit(directory);
  const head = git === null ? null : await read(join(git, 'HEAD'));
  if (git === null || head === null) return { commit: null, branch: null };
  const [, ref] = /^ref: (refs\/\S+)$/.exec(head) ?? [];
  if (ref === undefined) return { commit: hashIn(head), branch: null };
  // A worktree has a HEAD of its own, and its branches where the repository has them.
  const common = resolve(git, (await read(join(git, 'commondir'))) ?? '.');
  const commit = hashIn(await read(join(common, ref))) ?? (await packedCommit(common, ref));
  return { commit, branch: ref.replace(/^refs\/heads\//, '') };
}

/** In the directory or the nearest one above it: an application may be one of several in a repository. */
async function findGit(directory: string): Promise<string | null> {
  const path = join(directory, '.git');
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) return path;
  // In a worktree or a submodule it is a file that says where.
  const [, elsewhere] = /^gitdir: (.+)$/.exec((found && (await read(path))) ?? '') ?? [];
  if (elsewhere !== undefined) return resolve(directory, elsewhere);
  const above = dirname(directory);
  return above === directory ? null : findGit(above);
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
