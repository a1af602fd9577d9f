import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { type Revision, readGitHead } from './read-git-head.ts';

/** Where CI systems and hosts say it: ours first, then GitHub, GitLab, Azure, Jenkins and so on. */
const variables: readonly (readonly [commit: string, branch: string])[] = [
  ['SERVICE_MONITOR_COMMIT', 'SERVICE_MONITOR_BRANCH'],
  ['GITHUB_SHA', 'GITHUB_REF_NAME'],
  ['CI_COMMIT_SHA', 'CI_COMMIT_REF_NAME'],
  ['BUILD_SOURCEVERSION', 'BUILD_SOURCEBRANCHNAME'],
  ['GIT_COMMIT', 'GIT_BRANCH'],
  ['BITBUCKET_COMMIT', 'BITBUCKET_BRANCH'],
  ['BUILDKITE_COMMIT', 'BUILDKITE_BRANCH'],
  ['CIRCLE_SHA1', 'CIRCLE_BRANCH'],
  ['TRAVIS_COMMIT', 'TRAVIS_BRANCH'],
  ['VERCEL_GIT_COMMIT_SHA', 'VERCEL_GIT_COMMIT_REF'],
  ['RENDER_GIT_COMMIT', 'RENDER_GIT_BRANCH'],
  ['HEROKU_SLUG_COMMIT', 'HEROKU_BRANCH'],
  ['SOURCE_VERSION', 'SOURCE_BRANCH'],
];

/** From those variables, else from the package (`gitHead`), else from the checkout that the working directory is in. */
export async function findRevision(env: Env, directory: string): Promise<Revision> {
  const first = (names: readonly string[]) =>
    names
      .map((name) => env[name]?.trim())
      .find(Boolean)
      ?.slice(0, 256) ?? null;
  const commit = first(variables.map(([name]) => name));
  const branch = first(variables.map(([, name]) => name));
  if (commit !== null) return { commit, branch };
  const published = await publishedCommit(directory);
  if (published !== null) return { commit: published, branch };
  const head = await readGitHead(directory);
  return { commit: head.commit, branch: branch ?? head.branch };
}

/** What release tools leave in a package.json. */
async function publishedCommit(directory: string): Promise<string | null> {
  try {
    const { gitHead } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as {
      gitHead?: unknown;
    };
    return typeof gitHead === 'string' && gitHead !== '' ? gitHead.slice(0, 256) : null;
  } catch {
    return null;
  }
}
