import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A user's project outside the repository: the packed package installed, Fastify and the types beside it. */
export function installPackage(): { project: string; files: readonly string[] } {
  const project = mkdtempSync(join(tmpdir(), 'sdk-node-user-'));
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', project], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ filename, files }] = JSON.parse(packed.slice(packed.indexOf('[\n'))) as [
    { filename: string; files: { path: string }[] },
  ];
  execFileSync('tar', ['-xzf', filename], { cwd: project });
  mkdirSync(join(project, 'node_modules/@service-monitor'), { recursive: true });
  cpSync(join(project, 'package'), join(project, 'node_modules/@service-monitor/client'), {
    recursive: true,
  });
  for (const name of ['fastify', '@types']) {
    symlinkSync(join(root, '../../node_modules', name), join(project, 'node_modules', name));
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  return { project, files: files.map(({ path }) => path) };
}
