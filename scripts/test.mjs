// All tests. What mostly waits runs side by side: the SDKs beside the rooms, and what the SDKs print stands after the
// rooms. What measures how fast something is has the machine for itself, at the end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle-program.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const env = { ...process.env, TEST_PROGRAM: await bundleProgram() };

const sdks = start(process.execPath, ['scripts/test-sdks.mjs'], 'pipe');
const rooms = start('vitest', ['run', '--project', '!measuring'], 'inherit');
const ended = [await rooms.status];
const sdksStatus = await sdks.status;
process.stdout.write(Buffer.concat(sdks.printed));
ended.push(sdksStatus);
ended.push(await start('vitest', ['run', '--project', 'measuring'], 'inherit').status);

const names = ['the monitor', 'the SDKs', 'what measures times'];
const failed = names.filter((_, i) => ended[i] !== 0);
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
