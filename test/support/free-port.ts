import { type AddressInfo, createServer } from 'node:net';

/** A port that nobody listens on. For a cluster its bus port, 10,000 above, must exist too. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    if (port < 55_000) return port;
  }
}
