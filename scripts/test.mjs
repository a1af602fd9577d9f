// The tests. What mostly waits runs side by side: the SDKs beside the rooms, and what the SDKs print stands after the
// rooms. `test.mjs long` runs those that take the most time, `test.mjs alone` those that need the machine for themselves:
// real outages and failovers, which measure how long something takes, and the demo. With TEST_SECOND_LOOK=on what failed runs
// once more, alone, as in CI, whose machine nobody knows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePage } from './bundle-page.mjs';
import { bundleProgram } from './bundle-program.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

await bundlePage();
const env = { ...process.env, TEST_PROGRAM: await bundleProgram() };

const apart = ['long', 'alone'];
const [, , wanted] = process.argv;
if (wanted !== undefined && !apart.includes(wanted)) {
  process.stderr.write(`test: ${wanted} is none of: ${apart.join(', ')}\n`);
  process.exit(2);
}
const projects = wanted === undefined ? apart.map((name) => `!${name}`) : [wanted];
const inProjects = projects.flatMap((name) => ['--project', name]);
const report = join(mkdtempSync(join(tmpdir(), 'service-monitor-tests-')), 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];

const sdks = wanted === undefined ? startSdks('pipe') : null;
const rooms = start('vitest', ['run', ...inProjects, ...reporters], 'inherit');
const ended = { 'the monitor': await rooms.status };
if (sdks !== null) {
  ended['the SDKs'] = await sdks.status;
  process.stdout.write(Buffer.concat(sdks.printed));
}
if (process.env.TEST_SECOND_LOOK === 'on') await lookAgain();
rmSync(dirname(report), { recursive: true });
const failed = Object.keys(ended).filter((name) => ended[name] !== 0);
if (failed.length > 0) {
  process.stderr.write(`test: failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

/** `status` is not 0 where a signal ended it, either. With 'pipe' all that it prints is kept, in order. */
function start(command, args, output) {
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', output, output] });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
  return { printed, status: once(child, 'close').then(([status]) => status) };
}

function startSdks(output) {
  return start(process.execPath, ['scripts/test-sdks.mjs'], output);
}

/**
 * What failed runs once more, by itself. What passes then depends on how busy the machine is: that is a fault of the test,
 * which is named, and not of what it tests.
 */
async function lookAgain() {
  const files = ended['the monitor'] === 0 ? [] : failedFiles();
  if (files.length > 0) {
    process.stderr.write(`test: once more, one after another: ${files.join(' ')}\n`);
    const again = start('vitest', ['run', ...inProjects, '--no-file-parallelism', ...files], 'inherit');
    ended['the monitor'] = await again.status;
  }
  const failedSdks = ended['the SDKs'] > 0;
  if (failedSdks) {
    process.stderr.write('test: the SDKs once more, by themselves\n');
    ended['the SDKs'] = await startSdks('inherit').status;
  }
  const named = [...files, ...(failedSdks ? ['the SDKs (above)'] : [])];
  if (named.length > 0 && Object.values(ended).every((status) => status === 0))
    process.stderr.write(`test: passed only alone, so these tests need mending: ${named.join(' ')}\n`);
}

/** Empty where something else than a test failed: then there is nothing to run again. */
function failedFiles() {
  const { testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name));
}
