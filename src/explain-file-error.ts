import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

type Use = 'read' | 'written';

const reasons: Record<string, (path: string, use: Use) => string> = {
  ENOENT: (path, use) => {
    const folder = ancestors(path).find((each) => existsSync(dirname(each)) && !existsSync(each));
    if (folder === undefined) return use === 'read' ? 'it does not exist' : 'no file can be made there';
    const missing = `there is no folder ${folder}`;
    return use === 'read' ? missing : `${missing}; create it first, or name another one`;
  },
  ENOTDIR: noFolder,
  EEXIST: noFolder,
  EISDIR: () => 'it is a folder; name a file',
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: () => 'its disk can only be read; name another place',
  ENOSPC: () => 'its disk is full; make room, or name another place',
};

/**
 * Why the system does not give a file or folder that a person named, and what can be done: what stands after "cannot be
 * read:". Null: it was another error.
 */
export function explainFileError(path: string, use: Use, error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  return error.syscall === 'connect' ? null : (reasons[String(error.code)]?.(path, use) ?? null);
}

/** Another error stays what it is. */
export function toFileError(path: string, use: Use, error: unknown): unknown {
  const why = explainFileError(path, use, error);
  return why === null ? error : new Error(`${path} cannot be ${use}: ${why}`, { cause: error });
}

function noFolder(path: string): string {
  const passed = [resolve(path), ...ancestors(path)];
  const file = passed.find((each) => existsSync(each) && !statSync(each).isDirectory());
  return `${file ?? 'a part of the path'} is a file and no folder; name another one`;
}

function notAllowed(): string {
  return 'this user may not do that; correct the permissions, or name another place';
}

/** The folders that a path goes through, the nearest first. */
function ancestors(path: string): string[] {
  const folder = dirname(resolve(path));
  return folder === dirname(folder) ? [folder] : [folder, ...ancestors(folder)];
}
