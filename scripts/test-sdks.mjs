// Tests the client SDKs side by side: Node always, .NET and Python where they are installed. Where one is not, that is
// said, not failed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dotnetTests =
  'sdk/dotnet/test/ServiceMonitor.Client.Tests/bin/Debug/net10.0/ServiceMonitor.Client.Tests.dll';
const signals = ['SIGINT', 'SIGTERM'];

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
  // One compiler for all projects, whatever the machine's own setting is: a new one for each costs twice the time. It has
  // a name of its own, and ends with the build. Nothing here runs long enough to win back what profiling itself costs.
  const compiler = `service-monitor-compiler-${process.pid}`;
  const ofCompiler = ['-p:UseSharedCompilation=true', `-p:SharedCompilationId=${compiler}`];
  // The analyzers run in `.ci/run`.
  const fast = [...ofCompiler, '-p:RunAnalyzers=false'];
  const env = { DOTNET_TieredPGO: '0' };
  const ran = await runAll(
    ['dotnet', ['build', 'sdk/dotnet', '--nologo', '-maxcpucount:1', '-v:quiet', ...fast], env],
    // With CI set, tests against the real monitor are never skipped.
    ['dotnet', ['test', dotnetTests, '--nologo'], { ...env, CI: 'true' }],
  );
  // Its socket stays behind where it is ended by a signal.
  rmSync(join(tmpdir(), compiler), { force: true });
  return ran;
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
      detached: true,
    });
    const stop = () => endGroup(child.pid);
    for (const signal of signals) process.once(signal, stop);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (printed += text));
    const closed = once(child, 'close');
    const [status] = await once(child, 'exit');
    // The compiler would wait ten minutes for more to do.
    stop();
    await closed;
    for (const signal of signals) process.off(signal, stop);
    if (status !== 0) return { failure: `${command} ${args.join(' ')}`, printed };
  }
  return { failure: null, printed };
}

/** All that a detached program started, however much of it is left. */
function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
