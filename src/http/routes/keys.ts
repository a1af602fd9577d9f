import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { describeKey } from '../../domain/describe-key.ts';
import type { Audited } from '../audited.ts';
import type { KeyRing } from '../key-ring.ts';
import type { Operating } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { requireUnbound } from '../require-unbound.ts';
import { apiKeySchemas } from '../schemas/api-key.ts';
import { toTime } from '../schemas/to-time.ts';
import { withProblems } from '../schemas/with-problems.ts';

const { wanted, key: keySchema, issued, toReply } = apiKeySchemas;

/** GET, POST and DELETE /api/keys. A key that is made or revoked here counts on every node within 5 s. */
export function keyRoutes(
  app: FastifyInstance,
  { apiKeys, makeKey }: Pick<Operating, 'apiKeys' | 'makeKey'>,
  audited: Audited,
  keyRing: Pick<KeyRing, 'learn'>,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const common = { config: { scope: 'admin' as const } };

  routes.get('/api/keys', {
    ...common,
    schema: {
      summary: 'List API keys, without their secrets',
      tags: ['keys'],
      response: withProblems({ 200: z.object({ items: z.array(keySchema), nextCursor: z.null() }) }),
    },
    async handler(request) {
      requireUnbound(request.apiKey);
      const all = (await apiKeys.all()).sort((a, b) => a.createdAtMs - b.createdAtMs);
      return { items: all.map(toReply), nextCursor: null };
    },
  });

  routes.post('/api/keys', {
    ...common,
    schema: {
      summary: 'Create an API key; only this answer contains the key',
      tags: ['keys'],
      body: wanted,
      response: withProblems({ 201: issued }),
    },
    async handler(request, reply) {
      requireUnbound(request.apiKey);
      const { expiresAt, maxInstances = null, ...rest } = request.body;
      const expiresAtMs = expiresAt == null ? null : Date.parse(expiresAt);
      if (expiresAtMs !== null && expiresAtMs <= Date.now()) throw past();
      const { key, text } = makeKey({ ...rest, expiresAtMs, maxInstances });
      const what = { act: 'key-created', target: key.keyId, detail: describeKey(key, toTime) } as const;
      await audited(request, what, () => apiKeys.save(key));
      keyRing.learn(key);
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...toReply(key), key: text });
    },
  });

  routes.delete('/api/keys/:keyId', {
    ...common,
    schema: {
      summary: 'Revoke an API key',
      tags: ['keys'],
      params: z.object({ keyId: z.string().max(64) }),
      response: withProblems({ 204: z.null() }),
    },
    async handler(request, reply) {
      requireUnbound(request.apiKey);
      const { keyId } = request.params;
      if (keyId === request.apiKey?.keyId) {
        throw new ProblemError(
          'conflict',
          'An API key cannot revoke itself: use another key, so that nobody is locked out.',
        );
      }
      const key = (await apiKeys.all()).find((each) => each.keyId === keyId);
      if (key === undefined) throw unknown();
      await audited(request, { act: 'key-revoked', target: keyId, detail: key.name }, async () => {
        if (!(await apiKeys.revoke(keyId))) throw unknown();
      });
      return reply.code(204).send(null);
    },
  });
}

function unknown(): ProblemError {
  return new ProblemError('not-found', 'There is no key with this id.');
}

function past(): ProblemError {
  const errors = [{ pointer: '/expiresAt', message: 'is in the past' }];
  return new ProblemError('validation', '/expiresAt: is in the past', { errors });
}
