import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem-error.ts';

const folder = new URL('../../dashboard/', import.meta.url);

/** What is served of the folder; the types and settings beside it are not. */
const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing from elsewhere, nothing inline, no text that becomes HTML, in nobody's frame. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Kept, but asked for each time: after an update no page runs half old and half new for long.
  'cache-control': 'no-cache',
};

interface File {
  content: Buffer;
  contentType: string;
  etag: string;
}

/** `/` and `/dashboard/<file>`: the web page. Open, because it holds no data; it asks the API with the reader's key. */
export function dashboardRoutes(app: FastifyInstance): void {
  const files = readFiles();
  const open = { config: { scope: 'none' as const }, schema: { hide: true } };

  app.get('/', open, async (request, reply) => send(request, reply, files.get('index.html')));

  app.get<{ Params: { file: string } }>('/dashboard/:file', open, async (request, reply) =>
    send(request, reply, files.get(request.params.file)),
  );
}

/** Once, at the start: a path of a request never gets near the disk. */
function readFiles(): ReadonlyMap<string, File> {
  const files = new Map<string, File>();
  for (const name of readdirSync(folder)) {
    const contentType = contentTypes[extname(name)];
    if (contentType === undefined) continue;
    const content = readFileSync(new URL(name, folder));
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
    files.set(name, { content, contentType, etag });
  }
  return files;
}

function send(request: FastifyRequest, reply: FastifyReply, file: File | undefined): FastifyReply {
  if (file === undefined) throw new ProblemError('not-found', 'The dashboard has no such file.');
  void reply.headers(headers).header('etag', file.etag);
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.includes(file.etag)) return reply.code(304).send();
  return reply.type(file.contentType).send(file.content);
}
