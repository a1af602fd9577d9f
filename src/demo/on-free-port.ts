import { createServer } from 'node:net';

/** Starts something on `port`, or on any free port where another program listens on that one. */
export async function onFreePort<T>(port: number, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start((await isFree(port)) ? port : 0);
  } catch (error) {
    // Another one may have taken it since.
    if (!isTaken(error) && !(error instanceof Error && isTaken(error.cause))) throw error;
    return start(0);
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';
