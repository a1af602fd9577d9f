import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type MemoryFile, memoryFiles } from '../memory-files.ts';
import { pageHeaders } from '../page-headers.ts';

const folder = fileURLToPath(new URL('../../dashboard/', import.meta.url));

const headers = pageHeaders({ scripts: "'self'", forms: "'none'" });

/** `/` and `/dashboard/<file>`: the web page. Open, because it holds no data; it asks the API with the reader's key. */
export function dashboardRoutes(app: FastifyInstance): void {
  const files = memoryFiles.read(folder);
  const open = { config: { scope: 'none' as const }, schema: { hide: true } };
  const send = (request: FastifyRequest, reply: FastifyReply, file: MemoryFile | undefined) =>
    memoryFiles.send(request, file === undefined ? reply : reply.headers(headers), file);

  app.get('/', open, async (request, reply) => send(request, reply, files.get('index.html')));

  app.get<{ Params: { file: string } }>('/dashboard/:file', open, async (request, reply) =>
    send(request, reply, files.get(request.params.file)),
  );
}
