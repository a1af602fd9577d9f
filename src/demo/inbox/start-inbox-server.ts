import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type FastifyReply, fastify } from 'fastify';
import type { Inbox } from './inbox.ts';
import { isSigned } from './is-signed.ts';

/** What the page of the inbox offers beside the letters. */
export interface InboxOffers {
  /** Where the dashboard opens, with a key, at `page`. */
  dashboard(page: string): string;
  /** What the button says, and does. */
  act: { label(): string; press(): void };
}

const files = [
  ['/', 'inbox-page.html', 'text/html'],
  ['/inbox-page.css', 'inbox-page.css', 'text/css'],
  ['/inbox-page.js', 'inbox-page.js', 'text/javascript'],
] as const;

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Serves the inbox as a page, takes webhooks at `/hook`, and does what the page offers. */
export async function startInboxServer(
  port: number,
  { inbox, secret, offers }: { inbox: Inbox; secret: string; offers: () => InboxOffers | null },
): Promise<{ url: string; close(): Promise<void> }> {
  const app = fastify({ bodyLimit: 256 * 1024, forceCloseConnections: true });
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  // The signature is of the text as it came.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  for (const [path, name, type] of files) {
    const text = readFileSync(new URL(name, import.meta.url));
    app.get(path, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text));
  }
  app.get('/letters', () => ({ letters: inbox.letters(), act: offers()?.act.label() ?? null }));

  app.post<{ Body: string | undefined }>('/hook', ({ headers, body = '' }, reply) => {
    if (!isSigned(headers, body, secret)) return reply.code(401).send();
    const title = eventTitle(body);
    if (title === null) return reply.code(400).send();
    inbox.receive({ by: 'webhook', title, note: 'signature right', text: body });
    return reply.code(204).send();
  });

  const open = (page: string, reply: FastifyReply) => {
    const address = offers()?.dashboard(page);
    return address === undefined ? reply.code(404).send() : reply.redirect(address, 303);
  };
  app.get('/open', (_request, reply) => open('', reply));
  app.get<{ Params: { '*': string } }>('/open/*', ({ params }, reply) => open(`/${params['*']}`, reply));

  app.post('/act', ({ headers }, reply) => {
    const can = offers();
    // Pages from elsewhere must not press the button.
    const isForeign = (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin';
    if (can === null || isForeign) return reply.code(403).send();
    can.act.press();
    return reply.code(204).send();
  });

  await app.listen({ host: '127.0.0.1', port });
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    close: () => app.close(),
  };
}

/** The type of the event, and the service that it is about. Null: it is no event. */
function eventTitle(body: string): string | null {
  try {
    const { type, data } = JSON.parse(body) as {
      type?: unknown;
      data?: { service?: { serviceName: string; environment: string } };
    };
    if (typeof type !== 'string') return null;
    const service = data?.service;
    return service === undefined ? type : `${type} ${service.serviceName} (${service.environment})`;
  } catch {
    return null;
  }
}
