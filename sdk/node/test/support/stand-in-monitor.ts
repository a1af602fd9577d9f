import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Json, wire } from './wire.ts';

export interface Heard {
  kind: 'register' | 'heartbeat' | 'stop' | 'other';
  path: string;
  body: Json & { metadata?: Json };
  headers: IncomingHttpHeaders;
  atMs: number;
}

export type Reply =
  | 'hang'
  /** Hang up without a word. */
  | 'reset'
  | { status: number; body?: unknown; headers?: Record<string, string> };

export const replies = {
  registered: { status: 200, body: wire('register-response') },
  received: { status: 200, body: { ...wire('heartbeat-response'), nextHeartbeatSeconds: undefined } },
  stopped: { status: 204 },
} satisfies Record<string, Reply>;

const kinds = new Map<string, Heard['kind']>([
  ['POST /api/services/register', 'register'],
  ['POST /api/services/heartbeat', 'heartbeat'],
]);

/** A real HTTP server in the monitor's place, that answers as a test wants. */
export class StandInMonitor {
  readonly heard: Heard[] = [];
  /** The most requests that were under way at once. */
  mostAtOnce = 0;
  connections = 0;
  answer: (request: Heard) => Reply = StandInMonitor.wellMeant;
  readonly #server: Server;
  readonly #waiting = new Set<() => void>();
  #unread = 0;
  #underWay = 0;

  static wellMeant(this: void, request: Heard): Reply {
    if (request.kind === 'register') return replies.registered;
    return request.kind === 'heartbeat' ? replies.received : replies.stopped;
  }

  static async start(port = 0): Promise<StandInMonitor> {
    const monitor = new StandInMonitor();
    monitor.#server.listen(port, '127.0.0.1');
    await once(monitor.#server, 'listening');
    return monitor;
  }

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#underWay += 1;
      this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
      response.once('close', () => {
        this.#underWay -= 1;
      });
      let text = '';
      request.on('data', (chunk) => {
        text += String(chunk);
      });
      request.once('end', () => {
        const path = `${request.method} ${request.url}`;
        const kind = kinds.get(path.replace('/prefix', '')) ?? (path.startsWith('DELETE') ? 'stop' : 'other');
        const body = JSON.parse(text || '{}') as Heard['body'];
        const heard = { kind, path, body, headers: request.headers, atMs: performance.now() };
        this.heard.push(heard);
        const reply = this.answer(heard);
        for (const wake of this.#waiting) wake();
        if (reply === 'hang') return;
        if (reply === 'reset') return void request.socket.destroy();
        const content = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
        response
          .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
          .end(content);
      });
    });
    this.#server.on('connection', () => {
      this.connections += 1;
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The next request of a kind that no earlier call returned; waits for it. */
  async next(kind: Heard['kind']): Promise<Heard> {
    for (;;) {
      const unread = this.heard.slice(this.#unread);
      const index = unread.findIndex((request) => request.kind === kind);
      const found = unread[index];
      this.#unread += found === undefined ? unread.length : index + 1;
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }

  /** Closes the kept connections that are idle, as a load balancer does. */
  dropIdleConnections(): void {
    this.#server.closeIdleConnections();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }
}
