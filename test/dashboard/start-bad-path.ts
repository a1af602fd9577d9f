import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands between a browser and the monitor, and what it does to answers. */
export interface BadPath {
  url: string;
  /** How the next answers are spoiled; null: not at all. */
  spoil: Spoiler | null;
  /** Of which paths: at first of the API, so that the page itself passes. */
  spoiled: RegExp;
  close(): Promise<void>;
}

type Spoiler = (answer: Answer, response: ServerResponse) => void;

/** What the monitor answered, as a whole. */
interface Answer {
  path: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

const html = '<!doctype html><title>Sign in</title><p>Welcome to the network of this hotel.</p>';

/** Ways in which answers go wrong, by what a person would call them. */
export const spoilers = {
  'is cut off in the middle': ({ body, status, headers }, response) => {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  },
  'stalls in the middle': ({ body, status, headers }, response) => {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.write(body.slice(0, body.length / 2));
  },
  'never comes': () => undefined,
  'is the page of a captive portal': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  },
  'leads to a captive portal': (_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/sign-in' }).end();
  },
  'is a 502 of a proxy': (_, response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
  },
  'is a 401 of a proxy': (_, response) => {
    response.writeHead(401, { 'content-type': 'text/html' }).end('<h1>401 Authorization Required</h1>');
  },
  'is JSON of another shape': ({ status, headers }, response) => {
    response.writeHead(status, headers).end('{"data":[]}');
  },
  'lacks the fields of its items': ({ status, headers }, response) => {
    response.writeHead(status, headers).end('{"items":[{"serviceId":1},null],"nextCursor":null}');
  },
  'lacks what a row of the list shows, which is seen only when it is drawn': (answer, response) => {
    const body = answer.body.replaceAll(/"instances":\{[^}]*\}/g, '"instances":null');
    response.writeHead(answer.status, { ...answer.headers }).end(body);
  },
} satisfies Record<string, Spoiler>;

/** Statuses of a monitor that is newer than the page. */
export const foreignWords: Spoiler = ({ body, status, headers }, response) => {
  const words = { Healthy: 'Hibernating', open: 'contested', down: 'whispered', pending: 'constructor' };
  const foreign = Object.entries(words).reduce(
    (text, [known, unknown]) => text.replaceAll(`:"${known}"`, `:"${unknown}"`),
    body,
  );
  response.writeHead(status, headers).end(foreign);
};

export async function startBadPath(monitorUrl: string): Promise<BadPath> {
  const server = createServer((asked, response) => {
    const onward = request(
      monitorUrl + asked.url,
      // What is spoiled is text.
      { method: asked.method, headers: { ...asked.headers, 'accept-encoding': 'identity' } },
      (got) => {
        void readAll(got).then((body) => {
          const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...headers } = got.headers;
          const answer = {
            ...{ path: asked.url ?? '', status: got.statusCode ?? 0, body },
            headers: headers as Record<string, string>,
          };
          if (path.spoil !== null && path.spoiled.test(answer.path)) path.spoil(answer, response);
          else response.writeHead(answer.status, answer.headers).end(body);
        });
      },
    );
    onward.on('error', () => response.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const path: BadPath = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoil: null,
    spoiled: /^\/api\//,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return path;
}

async function readAll(message: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
