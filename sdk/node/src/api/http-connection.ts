import type { Exchange, Outgoing } from './exchange.ts';
import { readReply } from './read-reply.ts';
import { type Route, routeTo } from './route.ts';
import { whatWentWrong } from './what-went-wrong.ts';

/**
 * One kept connection to the monitor. `node:http` and not `fetch`, because its socket can be unref'd: a request
 * that is under way never keeps a process from ending, which a `fetch` does until its time-out.
 */
export class HttpConnection {
  readonly #route: Route;

  constructor(monitor: URL, proxy: URL | null) {
    this.#route = routeTo(monitor, proxy);
  }

  async send(outgoing: Outgoing): Promise<Exchange> {
    const first = await this.#sendOnce(outgoing);
    // The other side closed the kept connection just now: that says nothing about the monitor.
    return first.isStale ? (await this.#sendOnce(outgoing)).exchange : first.exchange;
  }

  close(): void {
    this.#route.agent.destroy();
  }

  #sendOnce({
    method,
    url,
    headers,
    body,
    timeoutMs,
    signal,
  }: Outgoing): Promise<{ exchange: Exchange; isStale: boolean }> {
    return new Promise((resolve) => {
      if (signal.aborted)
        return resolve({ exchange: { kind: 'no-reply', reason: 'aborted' }, isStale: false });
      const request = this.#route.request(url, { method, headers });
      const cancel = (reason: string) => {
        // A request that still waits for a proxy's connection does not say that it was destroyed.
        settle({ kind: 'no-reply', reason });
        request.destroy(new Error(reason));
      };
      const abort = () => cancel('aborted');
      const timer = setTimeout(() => cancel(`no answer within ${timeoutMs} ms`), timeoutMs).unref();
      signal.addEventListener('abort', abort, { once: true });

      const settle = (exchange: Exchange, isStale = false) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        resolve({ exchange, isStale });
      };
      request.once('socket', (socket) => socket.unref());
      request.once('response', (response) => readReply(response, settle));
      // Stays for good: an error after the answer must not reach the host as an uncaught one.
      request.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted;
        settle({ kind: 'no-reply', reason: whatWentWrong(error) }, isStale);
      });
      request.end(body ?? undefined);
    });
  }
}
