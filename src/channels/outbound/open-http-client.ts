import type { HttpClient, HttpClientOptions } from './http-client.ts';

/** Loads the client now and not with the first message: a monitor without channels never needs it. */
export function openHttpClient(options: HttpClientOptions): HttpClient {
  if (options.http !== undefined) return options.http;
  const opened = import('./undici-client.ts').then(({ openUndiciClient }) => openUndiciClient(options));
  // Each use fails with the same error.
  opened.catch(() => undefined);
  return {
    exchange: async (request, signal, answers) => (await opened).exchange(request, signal, answers),
    post: async (message, signal) => (await opened).post(message, signal),
    get: async (url, signal) => (await opened).get(url, signal),
    close: async () => (await opened).close(),
  };
}
