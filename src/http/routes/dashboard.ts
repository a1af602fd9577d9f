import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { type MemoryFile, memoryFiles } from '../memory-files.ts';
import { pageHeaders } from '../page-headers.ts';

/** What `scripts/bundle-page.mjs` builds. */
const folder = fileURLToPath(new URL('../../../dist/page/', import.meta.url));

const headers = pageHeaders({ scripts: "'self'", forms: "'none'" });

const unbuilt =
  'The web page is not built. Run "npm start", or "node scripts/bundle-page.mjs", and start the monitor again.';

/** `main-D2x_9aQf.js`: the name, what names its content, the ending. */
const named = /^([\w-]+)-[\w-]{8}(\.(?:js|css))$/;

/** `/`, `/wall` and `/dashboard/<file>`: the web page. Open, because it holds no data; it asks the API with the reader's key. */
export function dashboardRoutes(app: FastifyInstance): void {
  const files = existsSync(folder) ? memoryFiles.read(folder) : new Map<string, MemoryFile>();
  const document = files.get('index.html');
  const currentOf = currentNames([...files.keys()], document?.content.toString() ?? '');
  if (document === undefined) app.log.warn(unbuilt);
  const open = { config: { scope: 'none' as const }, schema: { hide: true } };

  app.get('/', open, async (request, reply) => {
    if (document === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(`${unbuilt}\n`);
    return memoryFiles.send(request, reply.headers(headers), document);
  });

  // A screen on a wall is given an address that can be typed.
  app.get('/wall', open, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/#/wall'),
  );

  app.get<{ Params: { file: string } }>('/dashboard/:file', open, async (request, reply) => {
    const { file: name } = request.params;
    const exact = files.get(name);
    const file = exact ?? files.get(currentOf.get(stemOf(name) ?? name) ?? '');
    if (file !== undefined) void reply.headers(headers);
    const isForEver = exact !== undefined && named.test(name);
    return memoryFiles.send(
      request,
      reply,
      file,
      isForEver ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
  });
}

/**
 * The files that are named by their content, by their names without it. While nodes are updated one at a time, one answers
 * with the document of its version, and another is asked for what that names: it answers with its own. The page behind a
 * link to acknowledge asks for the styles so, too.
 */
function currentNames(names: string[], document: string): Map<string, string> {
  const stems = new Map<string, string>();
  for (const name of names) {
    const stem = stemOf(name);
    // What an earlier build left is not what the document asks for.
    if (stem !== null && (!stems.has(stem) || document.includes(name))) stems.set(stem, name);
  }
  return stems;
}

function stemOf(name: string): string | null {
  const [, stem, ending] = named.exec(name) ?? [];
  return stem === undefined ? null : `${stem}${ending}`;
}
