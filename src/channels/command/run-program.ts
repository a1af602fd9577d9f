import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

/** More of what a program says is not kept. */
const keptBytes = 1_024;

/** What a program has said may arrive shortly after its end; what it left running may hold its output for ever. */
const lastWordsMs = 200;

export interface Program {
  program: string;
  arguments: readonly string[];
  environment: Record<string, string>;
  input: string;
}

/** How a program ended: by itself with a code, by a signal, or it could not be started. */
export type Ended =
  | { kind: 'exited'; code: number; said: string }
  | { kind: 'killed'; by: string; said: string }
  | { kind: 'not-started'; code: string };

/** Runs a program without a shell; when the signal aborts, it is killed with all that it started. */
export async function runProgram(
  { program, arguments: list, environment, input }: Program,
  signal: AbortSignal,
): Promise<Ended> {
  let child: ChildProcessWithoutNullStreams | undefined;
  const kill = () => killGroup(child?.pid);
  signal.addEventListener('abort', kill, { once: true });
  try {
    // A group of its own, so that what it starts ends with it.
    child = spawn(program, list, { env: environment, cwd: '/', stdio: 'pipe', detached: true });
    const said = keepOutput(child);
    const closed = once(child, 'close').catch(() => undefined);
    const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
    // A program that does not read its input closes it.
    child.stdin.on('error', () => undefined).end(input);
    if (signal.aborted) kill();
    const [code, by] = await exited;
    await within(closed, lastWordsMs);
    return code === null
      ? { kind: 'killed', by: by ?? 'a signal', said: said() }
      : { kind: 'exited', code, said: said() };
  } catch (error) {
    return { kind: 'not-started', code: (error as NodeJS.ErrnoException).code ?? 'unknown' };
  } finally {
    signal.removeEventListener('abort', kill);
    for (const stream of [child?.stdin, child?.stdout, child?.stderr]) stream?.destroy();
  }
}

/** The beginning of what it says on both outputs. */
function keepOutput({ stdout, stderr }: ChildProcessWithoutNullStreams): () => string {
  const kept: Buffer[] = [];
  let bytes = 0;
  for (const stream of [stdout, stderr])
    stream
      .on('data', (chunk: Buffer) => {
        if (bytes < keptBytes) kept.push(chunk.subarray(0, keptBytes - bytes));
        bytes += chunk.length;
      })
      .on('error', () => undefined);
  return () => Buffer.concat(kept).toString();
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

async function within(what: Promise<unknown>, limitMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  await Promise.race([what, promise]);
  clearTimeout(timer);
}
