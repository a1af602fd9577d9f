import { connect } from 'node:net';
import type { Look } from './look.ts';

interface Address {
  host: string;
  port: number;
}

/** Well: it accepts a connection in time. */
export function lookAtTcp({ host, port }: Address, timeoutMs: number, signal: AbortSignal): Promise<Look> {
  const asked = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return new Promise((resolve) => {
    const socket = connect({ host, port, signal });
    const settle = (isWell: boolean, saw: string) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ isWell, saw: `${asked} ${saw}` });
    };
    const timer = setTimeout(() => settle(false, `accepted no connection within ${timeoutMs} ms`), timeoutMs);
    socket.once('connect', () => settle(true, 'accepts connections'));
    // Stays for good: what comes after the first must not become an uncaught one.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      settle(false, `accepts no connection: ${error.code ?? error.message}`),
    );
  });
}
