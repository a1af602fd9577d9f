// Tests the client SDKs: Node always, .NET and Python where they are installed. Where one is not, that is said, not
// failed.
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

if (
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' })
    .status === 0
) {
  const tests = ['-W', 'error', '-m', 'unittest', 'discover', '-s', 'sdk/python/test', '-t', 'sdk/python'];
  await run('python3', tests, { PYTHONPATH: join(root, 'sdk/python/src'), CI: 'true' });
} else {
  process.stderr.write('test: no Python 3.9 or newer on the PATH; the tests of sdk/python are left out\n');
}

async function run(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const [status] = await once(child, 'exit');
  if (status === 0) return;
  process.stderr.write(`test: ${command} ${args.join(' ')} failed\n`);
  process.exit(1);
}
