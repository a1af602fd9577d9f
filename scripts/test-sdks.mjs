// Tests the client SDKs: Node always, .NET where its SDK is installed. Where it is not, that is said, not failed.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

run('vitest', ['run', '--root', 'sdk/node']);
if (spawnSync('dotnet', ['--version'], { stdio: 'ignore' }).status === 0) {
  run('dotnet', ['test', 'sdk/dotnet', '--nologo', '-maxcpucount:1'], { CI: 'true' });
} else {
  process.stderr.write('test: no .NET SDK on the PATH; the tests of sdk/dotnet are left out\n');
}

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) fail(`${command} ${args.join(' ')} failed`);
}

function fail(text) {
  process.stderr.write(`test: ${text}\n`);
  process.exit(1);
}
