import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { memoryFiles } from '../memory-files.ts';
import { pageHeaders } from '../page-headers.ts';
import type { Api } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { publicPage } from '../schemas/status-page.ts';
import { withProblems } from '../schemas/with-problems.ts';
import { createKeptPages } from '../status-pages/kept-pages.ts';
import { sharedFiles } from '../status-pages/page/files-of-page.ts';
import { createReadPage } from '../status-pages/read-page.ts';

const headers = {
  html: pageHeaders({ scripts: "'self'", forms: "'none'" }),
  // For everybody, and pages elsewhere may show them.
  others: { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' },
};

const caching = 'public, max-age=10';

const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

interface Asked {
  Params: { pageId: string };
}

/**
 * GET /status, and /status/:pageId as HTML, JSON, Atom and RSS. Open, for the pages of monitor.yaml; without one there is
 * nothing here.
 */
export function statusPageRoutes(
  app: FastifyInstance,
  api: Pick<Api, 'readings' | 'readHistory' | 'badged' | 'operating' | 'publicPages'>,
): void {
  const { readings, readHistory, badged, operating, publicPages } = api;
  const now = () => performance.now();
  const readPage = createReadPage(
    {
      ...{ readings, readHistory, findInDoubt: badged.findInDoubt },
      ...{ listWindows: operating.maintenance.list, publicId: publicPages.publicId },
    },
    now,
  );
  const servePage = createKeptPages({ publicPages, readPage, log: app.log, now });
  const open = { config: { scope: 'none' as const }, schema: { hide: true } };

  async function serve(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: 'html' | 'outside' | 'json' | 'atom' | 'rss',
    id: string | null,
  ): Promise<FastifyReply> {
    const found = await servePage(id);
    if (found === null) throw new ProblemError('not-found', 'There is no status page here.');
    const isPage = kind === 'html' || kind === 'outside';
    void reply.headers(isPage ? headers.html : headers.others);
    return memoryFiles.send(request, reply, kind === 'outside' ? found.outside() : found[kind], caching);
  }

  app.get('/status', open, (request, reply) => serve(request, reply, 'outside', null));
  app.get('/status.json', open, (request, reply) => serve(request, reply, 'json', null));
  app.get<Asked>('/status/:pageId', open, (request, reply) =>
    serve(request, reply, 'html', request.params.pageId),
  );
  app.get<Asked>('/status/:pageId.atom', open, (request, reply) =>
    serve(request, reply, 'atom', request.params.pageId),
  );
  app.get<Asked>('/status/:pageId.rss', open, (request, reply) =>
    serve(request, reply, 'rss', request.params.pageId),
  );
  app.get<Asked>('/status/:pageId.json', {
    config: { scope: 'none' },
    schema: {
      summary: 'A public status page of monitor.yaml',
      tags: ['services'],
      security: [],
      params: z.object({ pageId: z.string() }),
      response: withProblems({
        200: { description: 'The page', content: { 'application/json': { schema: publicPage } } },
      }),
    },
    handler: (request, reply) => serve(request, reply, 'json', request.params.pageId),
  });
  for (const [name, content] of Object.entries(sharedFiles())) {
    const file = memoryFiles.make(content, contentTypes[name.replace(/^.*\./, '')] ?? '');
    app.get(`/status/${name}`, open, (request, reply) => {
      if (publicPages.pages().length === 0) throw new ProblemError('not-found', 'No such file.');
      return memoryFiles.send(request, reply.headers(headers.html), file, 'public, max-age=300');
    });
  }
}
