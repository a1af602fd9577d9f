import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';

/** Starts processes that do nothing but count, as a neighbour on the same machine does; call the result to end them. */
export function burnCpu(processes: number, priority = 0): () => Promise<void> {
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  for (const { pid } of children) if (pid !== undefined) setPriority(pid, priority);
  return async () => {
    await Promise.all(
      children.map(async (child) => {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }),
    );
  };
}
