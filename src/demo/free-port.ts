import { createServer } from 'node:net';

/** `port` where nobody listens on it, else 0: any that is free. */
export function freePort(port: number): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(0));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}
