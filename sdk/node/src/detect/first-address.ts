import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ListeningServer } from '../monitor-handle.ts';
import type { Address } from './address.ts';
import { addressOf } from './address-of.ts';

const channel = 'tracing:net.server.listen:asyncEnd';

/** Finds out where the application listens: the first TCP port that any server of the process binds. */
export class FirstAddress {
  #address: Address | null = null;
  #tell: () => void = () => undefined;
  /** Resolves when there is an address. */
  readonly found: Promise<void> = new Promise((resolve) => {
    this.#tell = resolve;
  });

  constructor() {
    subscribe(channel, this.#onListen);
  }

  get address(): Address | null {
    return this.#address;
  }

  /** A server the host names itself wins over the one that was overheard. */
  use(server: ListeningServer): void {
    const address = addressOf(server);
    if (address === null) return;
    this.#address = address;
    this.close();
    this.#tell();
  }

  close(): void {
    unsubscribe(channel, this.#onListen);
  }

  readonly #onListen = (message: unknown): void => {
    // What a subscriber throws becomes an uncaught exception of the host.
    try {
      this.use((message as { server: ListeningServer }).server);
    } catch {
      // An address that cannot be read is found missing later.
    }
  };
}
