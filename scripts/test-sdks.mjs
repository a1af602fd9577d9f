// Tests the client SDKs: Node always, .NET where its SDK is installed. Where it is not, that is said, not failed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dotnet = ['sdk/dotnet', '--nologo', '-maxcpucount:1'];

if (spawnSync('dotnet', ['--version'], { stdio: 'ignore' }).status === 0) {
  // .NET is built while Node is tested; only the tests themselves want the machine for themselves.
  const built = run('dotnet', ['build', ...dotnet, '-v:quiet']);
  await run('vitest', ['run', '--root', 'sdk/node']);
  await built;
  // With CI set, tests against the real monitor are never skipped.
  await run('dotnet', ['test', '--no-build', ...dotnet], { CI: 'true' });
} else {
  await run('vitest', ['run', '--root', 'sdk/node']);
  process.stderr.write('test: no .NET SDK on the PATH; the tests of sdk/dotnet are left out\n');
}

async function run(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const [status] = await once(child, 'exit');
  if (status === 0) return;
  process.stderr.write(`test: ${command} ${args.join(' ')} failed\n`);
  process.exit(1);
}
