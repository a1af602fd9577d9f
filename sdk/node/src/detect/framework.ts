import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const channel = 'fastify.initialization';

/** Which framework the application is built on, as far as it says so. */
export class Framework {
  #name: string | null = null;

  constructor() {
    subscribe(channel, this.#onFastify);
  }

  get text(): string {
    const node = `Node.js ${process.versions.node}`;
    return this.#name === null ? node : `${this.#name} on ${node}`;
  }

  use(name: string): void {
    this.#name = name.slice(0, 128);
  }

  close(): void {
    unsubscribe(channel, this.#onFastify);
  }

  readonly #onFastify = (message: unknown): void => {
    // What a subscriber throws becomes an uncaught exception of the host.
    try {
      this.use(`Fastify ${(message as { fastify: { version: string } }).fastify.version}`);
    } catch {
      // Nameless, then.
    }
  };
}
