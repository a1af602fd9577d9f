import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  atMs: number;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A real HTTP server that keeps what it is sent and answers 204, or 410 on a path that ends in `/gone`; `port` 0 takes a free one. */
export async function startHttpReceiver(port = 0): Promise<{
  url: string;
  port: number;
  requests: ReceivedRequest[];
  close(): Promise<void>;
}> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      requests.push({ atMs: Date.now(), path, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(request.url?.endsWith('/gone') ? 410 : 204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${taken}/hook`,
    port: taken,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
