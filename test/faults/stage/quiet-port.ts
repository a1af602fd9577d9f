import { createServer } from 'node:net';

/** Below the ephemeral ports of the system: no other process takes it while its owner is down. */
const from = 12_000;
const to = 32_000;

/** A port that nobody listens on, and that stays free while a process that owns it starts again. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = from + Math.floor(Math.random() * (to - from));
    const server = createServer();
    const isFree = await new Promise<boolean>((tried) => {
      server.once('error', () => tried(false));
      server.listen(port, '127.0.0.1', () => tried(true));
    });
    if (!isFree) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
}
