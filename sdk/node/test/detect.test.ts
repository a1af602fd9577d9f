import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressOf } from '../src/detect/address-of.ts';
import { findRevision } from '../src/detect/revision.ts';
import { urlOf } from '../src/detect/url-of.ts';

test.for([
  [{ host: '::', port: 80, scheme: 'http' }, undefined, 'http://web-1:80'],
  [{ host: '0.0.0.0', port: 443, scheme: 'https' }, '10.1.2.3', 'https://10.1.2.3:443'],
  [{ host: '0.0.0.0', port: 443, scheme: 'https' }, 'fd00::1', 'https://[fd00::1]:443'],
  [{ host: '::1', port: 80, scheme: 'http' }, '10.1.2.3', 'http://[::1]:80'],
  [{ host: '127.0.0.1', port: 80, scheme: 'http' }, undefined, 'http://127.0.0.1:80'],
  [{ host: '::', port: 5432, scheme: null }, undefined, null],
] as const)('%o with the pod address %s is reached at %s', ([address, podIp, url]) => {
  expect(urlOf(address, 'web-1', podIp)).toBe(url);
});

test('a server that listens on no port has no address', () => {
  expect(addressOf(createServer())).toBeNull();
  expect(addressOf({ address: () => '/run/app.sock' })).toBeNull();
});

test('the revision comes from what a release left in the package, before a checkout', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sdk-node-package-'));
  writeFileSync(join(directory, 'package.json'), '{ "gitHead": "abc" }');
  expect(await findRevision({}, directory)).toEqual({ commit: 'abc', branch: null });
  writeFileSync(join(directory, 'package.json'), 'not JSON');
  expect(await findRevision({}, directory)).toEqual({ commit: null, branch: null });
});

test('the revision comes from the variables of the build', async () => {
  const env = { CI_COMMIT_SHA: 'abc', CI_COMMIT_REF_NAME: 'main' };
  expect(await findRevision(env, '/')).toEqual({ commit: 'abc', branch: 'main' });
});

test('the revision of a worktree, a submodule and a folder in a repository is found', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sdk-node-worktree-'));
  const commit = 'c'.repeat(40);
  mkdirSync(join(directory, 'repository/.git/worktrees/mine'), { recursive: true });
  mkdirSync(join(directory, 'repository/.git/refs/heads'), { recursive: true });
  mkdirSync(join(directory, 'mine/packages/app'), { recursive: true });
  const at = (path: string, text: string) => writeFileSync(join(directory, path), `${text}\n`);
  at('mine/.git', 'gitdir: ../repository/.git/worktrees/mine');
  at('repository/.git/worktrees/mine/HEAD', 'ref: refs/heads/mine');
  at('repository/.git/worktrees/mine/commondir', '../..');
  at('repository/.git/refs/heads/mine', commit);
  for (const folder of ['mine', 'mine/packages/app']) {
    expect(await findRevision({}, join(directory, folder))).toEqual({ commit, branch: 'mine' });
  }
});

test('the revision comes from a checkout otherwise, loose or packed or detached', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sdk-node-git-'));
  const commit = 'a'.repeat(40);
  mkdirSync(join(directory, '.git/refs/heads/feature'), { recursive: true });
  writeFileSync(join(directory, '.git/HEAD'), 'ref: refs/heads/feature/x\n');
  expect(await findRevision({}, directory)).toEqual({ commit: null, branch: 'feature/x' });
  writeFileSync(join(directory, '.git/packed-refs'), `# pack-refs\n${commit} refs/heads/feature/x\n`);
  expect(await findRevision({}, directory)).toEqual({ commit, branch: 'feature/x' });
  writeFileSync(join(directory, '.git/refs/heads/feature/x'), `${'b'.repeat(40)}\n`);
  expect(await findRevision({}, directory)).toEqual({ commit: 'b'.repeat(40), branch: 'feature/x' });
  writeFileSync(join(directory, '.git/HEAD'), `${commit}\n`);
  expect(await findRevision({}, directory)).toEqual({ commit, branch: null });
  expect(await findRevision({}, tmpdir())).toEqual({ commit: null, branch: null });
});
