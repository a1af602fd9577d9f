import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Passing {
  method: string;
  path: string;
  key: string;
  text: string;
}

/** Null: the monitor's own answer. `reset`: hang up. */
export type Odd =
  | null
  | 'reset'
  | { status: number; text?: string; headers?: Record<string, string> }
  /** The monitor's answer, changed. */
  | ((answer: Record<string, unknown>) => Record<string, unknown>);

/** A proxy before a real monitor that now and then does what proxies do. */
export class OddProxy {
  readonly passed: Passing[] = [];
  interfere: (request: Passing) => Odd = () => null;
  readonly #server: Server;

  constructor(monitorUrl: string) {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = '', url: path = '', headers } = request;
      const passing = {
        method,
        path,
        key: String(headers['x-api-key']),
        text: String(Buffer.concat(chunks)),
      };
      const odd = this.interfere(passing);
      this.passed.push(passing);
      if (odd === 'reset') return void request.socket.destroy();
      if (odd !== null && typeof odd === 'object')
        return void response.writeHead(odd.status, odd.headers ?? {}).end(odd.text);
      try {
        const answer = await fetch(monitorUrl + path, {
          method,
          headers: { 'x-api-key': passing.key, ...(passing.text && { 'content-type': 'application/json' }) },
          ...(passing.text && { body: passing.text }),
        });
        const text = await answer.text();
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(odd === null ? text : JSON.stringify(odd(JSON.parse(text) as Record<string, unknown>)));
      } catch {
        response.writeHead(502).end();
      }
    });
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
