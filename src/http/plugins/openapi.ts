import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { tidySchemas } from './tidy-schemas.ts';

/** Makes the OpenAPI document from the schemas that also validate; `app.swagger()` is it. */
export async function registerOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Service Monitor',
        version,
        description:
          'Register instances, send heartbeats, read statuses, incidents and notifications. Bodies are JSON in UTF-8 of at most 64 KiB; if a key is repeated, the last one counts.',
        license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      },
      servers: [{ url: '/' }],
      security: [{ apiKey: [] }, { bearer: [] }],
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'The same API key, for clients that cannot send X-API-Key.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => tidySchemas(jsonSchemaTransformObject(document)),
  });
}
