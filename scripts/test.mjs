// The tests. What mostly waits runs side by side: the SDKs beside the rooms, and what the SDKs print stands after the
// rooms. `test.mjs long` runs those that take the most time, `test.mjs alone` those that need the machine for themselves:
// real outages and failovers, which measure how long something takes, and the demo.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
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
const sdks = wanted === undefined ? start(process.execPath, ['scripts/test-sdks.mjs'], 'pipe') : null;
const rooms = start('vitest', ['run', ...projects.flatMap((name) => ['--project', name])], 'inherit');
const ended = { 'the monitor': await rooms.status };
if (sdks !== null) {
  ended['the SDKs'] = await sdks.status;
  process.stdout.write(Buffer.concat(sdks.printed));
}
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
