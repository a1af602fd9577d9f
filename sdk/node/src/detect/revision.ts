import type { Env } from '../config/env.ts';
import { readGitHead } from './read-git-head.ts';

/** What the application was built from. Null: not known. */
export interface Revision {
  commit: string | null;
  branch: string | null;
}

const commitVariables = [
  'SERVICE_MONITOR_COMMIT',
  'GITHUB_SHA',
  'CI_COMMIT_SHA',
  'BUILD_SOURCEVERSION',
  'GIT_COMMIT',
  'SOURCE_VERSION',
];

const branchVariables = [
  'SERVICE_MONITOR_BRANCH',
  'GITHUB_REF_NAME',
  'CI_COMMIT_REF_NAME',
  'BUILD_SOURCEBRANCHNAME',
  'GIT_BRANCH',
];

/** From the variables that CI systems and hosts set, else from a checkout in the working directory. */
export async function findRevision(env: Env, directory: string): Promise<Revision> {
  const first = (names: readonly string[]) =>
    names
      .map((name) => env[name]?.trim())
      .find(Boolean)
      ?.slice(0, 256) ?? null;
  const commit = first(commitVariables);
  const branch = first(branchVariables);
  if (commit !== null) return { commit, branch };
  const head = await readGitHead(directory);
  return { commit: head.commit, branch: branch ?? head.branch };
}
