import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** An HTTP proxy as it stands in companies. Whatever name it is asked for, it goes to a port of this machine. */
export class Proxy {
  /** First lines of what it was asked. */
  readonly asked: string[] = [];
  readonly users = new Set<string>();
  /** What it says instead of letting through. */
  refusal: { status: number; text: string } | 'silence' | null = null;
  readonly #server: Server;

  constructor(targetPort: number) {
    this.#server = createServer((incoming, response) => {
      this.#note(incoming.method, incoming.url, incoming.headers['proxy-authorization']);
      if (this.refusal === 'silence') return;
      if (this.refusal !== null) return void response.writeHead(this.refusal.status).end(this.refusal.text);
      const { pathname } = new URL(incoming.url ?? '');
      const { method, headers } = incoming;
      const passed = request({ host: '127.0.0.1', port: targetPort, path: pathname, method, headers });
      passed.once('response', (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
      incoming.pipe(passed);
    });
    this.#server.on('connect', (incoming, socket) => {
      this.#note(incoming.method, incoming.url, incoming.headers['proxy-authorization']);
      socket.on('error', () => undefined);
      if (this.refusal === 'silence') return;
      if (this.refusal !== null)
        return void socket.end(`HTTP/1.1 ${this.refusal.status} ${this.refusal.text}\r\n\r\n`);
      const target = connect(targetPort, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(target).pipe(socket);
      });
      target.on('error', () => socket.destroy());
    });
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #note(method = '', target = '', user = ''): void {
    this.asked.push(`${method} ${target}`);
    this.users.add(user);
  }
}
