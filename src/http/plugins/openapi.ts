import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { tidySchemas } from './tidy-schemas.ts';

/** Nothing from elsewhere and in nobody's frame: people type their keys in here. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** /openapi.json and /docs, made from the schemas that also validate. */
export async function registerOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Service Monitor',
        version,
        description:
          'Register instances, send heartbeats, read statuses, incidents and notifications. Bodies are JSON in UTF-8 of at most 64 KiB; of a key that stands twice the last one counts.',
        license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      },
      servers: [{ url: '/' }],
      security: [{ apiKey: [] }],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => tidySchemas(jsonSchemaTransformObject(document)),
  });
  // Everything under /docs is open; the interface is no secret, its data is.
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, scope: 'none' };
    });
    scope.addHook('onRequest', (_request, reply, done) => {
      void reply.header('referrer-policy', 'no-referrer');
      done();
    });
    await scope.register(swaggerUi, { routePrefix: '/docs', staticCSP: policy });
    scope.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  });
}
