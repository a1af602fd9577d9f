// Tests the client SDKs side by side: Node always, .NET and Python where they are installed. Where one is not, that is
// said, not failed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dotnet = ['sdk/dotnet', '--nologo', '-maxcpucount:1'];

// Each starts the real monitor many times; compiled once, it starts in half the time.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'service-monitor-compile-cache');

const suites = await Promise.all([testNode(), testDotnet(), testPython()]);
for (const { printed } of suites) process.stdout.write(printed);
const failed = suites.filter(({ failure }) => failure !== null);
for (const { failure } of failed) process.stderr.write(`test: ${failure} failed\n`);
if (failed.length > 0) process.exitCode = 1;

function testNode() {
  return runAll(['vitest', ['run', '--root', 'sdk/node']]);
}

async function testDotnet() {
  if (spawnSync('dotnet', ['--version'], { stdio: 'ignore' }).status !== 0)
    return leftOut('no .NET SDK on the PATH; the tests of sdk/dotnet are left out');
  return runAll(
    ['dotnet', ['build', ...dotnet, '-v:quiet']],
    // With CI set, tests against the real monitor are never skipped.
    ['dotnet', ['test', '--no-build', ...dotnet], { CI: 'true' }],
  );
}

async function testPython() {
  const isThere = ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'];
  if (spawnSync('python3', isThere, { stdio: 'ignore' }).status !== 0)
    return leftOut('no Python 3.9 or newer on the PATH; the tests of sdk/python are left out');
  const tests = ['-W', 'error', '-m', 'unittest', 'discover', '-s', 'sdk/python/test', '-t', 'sdk/python'];
  return runAll(['python3', tests, { PYTHONPATH: join(root, 'sdk/python/src'), CI: 'true' }]);
}

function leftOut(why) {
  return { failure: null, printed: `test: ${why}\n` };
}

/** One after the other, until one fails. What they print is kept: that of several at once could not be read. */
async function runAll(...programs) {
  let printed = '';
  for (const [command, args, env = {}] of programs) {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (printed += text));
    const [status] = await once(child, 'close');
    if (status !== 0) return { failure: `${command} ${args.join(' ')}`, printed };
  }
  return { failure: null, printed };
}
