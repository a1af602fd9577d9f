import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it arrived. */
export interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Starts a real HTTP server that keeps what it receives; it is closed when the test ends. */
export async function openReceiver(
  answer: RequestListener = (_request, response) => void response.end('ok'),
) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    read(request).then(
      (whole) => {
        received.push(whole);
        answer(request, response);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/hook/secret-path`, received };
}

async function read(request: IncomingMessage): Promise<Received> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const headers = request.headers as Record<string, string>;
  return { method: request.method ?? '', path: request.url ?? '', headers, body };
}
