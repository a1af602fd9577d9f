import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Closable } from '../monitor-handle.ts';
import type { RequestCounter } from './request-counter.ts';

const channel = 'http.server.request.start';

/** Counts every request of every HTTP/1 server in this process, whatever framework answers it. Returns the end of it. */
export function watchRequests(counter: RequestCounter): () => void {
  const onStart = (message: unknown) => {
    // What a subscriber throws becomes an uncaught exception of the host.
    try {
      const { request, response } = message as { request: object; response: Closable };
      counter.begin(request, response);
    } catch {
      // A request that cannot be counted is still answered.
    }
  };
  subscribe(channel, onStart);
  return () => void unsubscribe(channel, onStart);
}
