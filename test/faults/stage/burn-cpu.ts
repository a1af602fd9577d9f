import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts processes that do nothing but count, as a neighbour on the same machine does; call the result to end them. */
export function burnCpu(processes: number): () => Promise<void> {
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
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
