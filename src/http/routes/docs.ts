import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type MemoryFile, memoryFiles } from '../memory-files.ts';

/** Swagger UI as it is published; the plugin around it would open a file for each request. */
const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static');

/** Nothing from elsewhere and in nobody's frame: people type their keys in here. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
};

/** The page; `base` is where it stands, so that it also works below a path of a proxy. */
const page = (base: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<title>Service Monitor: the API</title>
<link rel="stylesheet" href="${base}static/swagger-ui.css">
<link rel="stylesheet" href="${base}static/index.css">
<link rel="icon" type="image/png" href="${base}static/favicon-32x32.png" sizes="32x32">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${base}static/swagger-ui-bundle.js"></script>
<script src="${base}static/swagger-ui-standalone-preset.js"></script>
<script src="${base}static/swagger-initializer.js"></script>
</body>
</html>
`;

const initializer = `const url = new URL('../../openapi.json', document.currentScript.src).href;
window.onload = () => {
  window.ui = SwaggerUIBundle({
    url,
    dom_id: '#swagger-ui',
    deepLinking: true,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    plugins: [SwaggerUIBundle.plugins.DownloadUrl],
    layout: 'StandaloneLayout',
  });
};
`;

/** /openapi.json and /docs. Open: the interface is no secret, its data is. */
export function docsRoutes(app: FastifyInstance): void {
  let read: ReadonlyMap<string, MemoryFile> | null = null;
  const [outside, inside] = ['docs/', ''].map((base) =>
    memoryFiles.make(page(base), 'text/html; charset=utf-8'),
  );
  const open = { config: { scope: 'none' as const }, schema: { hide: true } };
  const send = (request: FastifyRequest, reply: FastifyReply, file: MemoryFile | undefined) =>
    memoryFiles.send(request, file === undefined ? reply : reply.headers(headers), file);
  let document: MemoryFile | null = null;

  app.get('/docs', open, async (request, reply) => send(request, reply, outside));
  app.get('/docs/', open, async (request, reply) => send(request, reply, inside));
  app.get<{ Params: { file: string } }>('/docs/static/:file', open, async (request, reply) =>
    // Three megabytes, for whoever asks for the page.
    send(request, reply, (read ??= readFiles()).get(request.params.file)),
  );
  app.get('/openapi.json', open, async (request, reply) => {
    document ??= memoryFiles.make(JSON.stringify(app.swagger()), 'application/json; charset=utf-8');
    return send(request, reply, document);
  });
}

function readFiles(): ReadonlyMap<string, MemoryFile> {
  const files = memoryFiles.read(folder);
  files.set('swagger-initializer.js', memoryFiles.make(initializer, 'text/javascript; charset=utf-8'));
  files.delete('index.html');
  return files;
}
