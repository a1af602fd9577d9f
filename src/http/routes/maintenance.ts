import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ActOnMaintenance, ChangeOutcome, MayAct } from '../../actors/operating/act-on-maintenance.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import { type MaintenanceWindow, maintenanceWindow } from '../../domain/maintenance/maintenance-window.ts';
import type { Audited } from '../audited.ts';
import { keyBounds } from '../key-bounds.ts';
import { ProblemError } from '../problem-error.ts';
import { maintenanceSchemas } from '../schemas/maintenance.ts';
import { withProblems } from '../schemas/with-problems.ts';

const { wanted, extension, idempotencyKey, shown, toWanted, toEnd, toReply } = maintenanceSchemas;

/** GET, POST and DELETE /api/maintenance, and /extend: messages are held back for a time. No status changes. */
export function maintenanceRoutes(
  app: FastifyInstance,
  maintenance: ActOnMaintenance,
  audited: Audited,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const operate = { config: { scope: 'operate' as const } };
  const params = z.object({ windowId: z.string().max(64) });
  const tags = ['maintenance'];

  routes.get('/api/maintenance', {
    ...operate,
    schema: {
      summary: 'List maintenance windows that are not over',
      tags,
      response: withProblems({ 200: z.object({ items: z.array(shown), nextCursor: z.null() }) }),
    },
    async handler(request) {
      const { windows, nowMs } = await maintenance.list();
      const items = windows.filter(mayAct(request.apiKey)).map((window) => toReply(window, nowMs));
      return { items, nextCursor: null };
    },
  });

  routes.post('/api/maintenance', {
    ...operate,
    schema: {
      summary: 'Declare a maintenance: messages of the matching services are held back until it ends',
      tags,
      headers: z.looseObject({ 'idempotency-key': idempotencyKey }),
      body: wanted,
      response: withProblems({ 200: shown, 201: shown }),
    },
    async handler(request, reply) {
      const { apiKey } = request;
      const asked = toWanted(request.body, apiKey?.name ?? 'nobody');
      const name = request.headers['idempotency-key'] ?? request.body.id;
      const maker = {
        windowId: randomUUID(),
        bounds: boundsOf(apiKey),
        request: name === undefined ? null : `${apiKey?.keyId ?? ''} ${name}`,
      };
      const detail = `${maintenanceWindow.because(asked)}: ${JSON.stringify(asked.match)}`;
      const what = { act: 'maintenance-declared', target: maker.windowId, detail } as const;
      const outcome = await audited(request, what, async () => {
        const made = await maintenance.declare(asked, maker);
        switch (made.kind) {
          case 'declared':
          case 'known':
            return made;
          case 'refused':
            throw invalid(`/${made.field}`, made.reason);
          case 'other-request':
            throw new ProblemError(
              'conflict',
              'A window with this id is not over and matches something else: use another id.',
            );
          case 'too-many':
            throw new ProblemError(
              'quota-exceeded',
              `There are ${made.most} maintenance windows already: end some of them first.`,
            );
          default:
            return made satisfies never;
        }
      });
      return reply.code(outcome.kind === 'declared' ? 201 : 200).send(toReply(outcome.window, outcome.nowMs));
    },
  });

  routes.post('/api/maintenance/:windowId/extend', {
    ...operate,
    schema: {
      summary: 'Extend a maintenance; it never becomes shorter',
      tags,
      params,
      body: extension,
      response: withProblems({ 200: shown }),
    },
    async handler(request) {
      const { windowId } = request.params;
      const { forMs, endsAtMs } = toEnd(request.body);
      const to = forMs === null ? { untilMs: endsAtMs ?? 0 } : { forMs };
      const detail = request.body.for ?? request.body.endsAt ?? null;
      const what = { act: 'maintenance-extended', target: windowId, detail } as const;
      return audited(request, what, async () => {
        const { window, nowMs } = changed(await maintenance.extend(windowId, mayAct(request.apiKey), to));
        return toReply(window, nowMs);
      });
    },
  });

  routes.delete('/api/maintenance/:windowId', {
    ...operate,
    schema: {
      summary: 'End a maintenance now; what is still Down is told within 30 s',
      tags,
      params,
      response: withProblems({ 204: z.null() }),
    },
    async handler(request, reply) {
      const { windowId } = request.params;
      await audited(request, { act: 'maintenance-ended', target: windowId }, async () =>
        changed(await maintenance.end(windowId, mayAct(request.apiKey))),
      );
      return reply.code(204).send(null);
    },
  });
}

/** A key that is bound to services acts on what keys with the same bounds have declared. */
function mayAct(key: ApiKey | null): MayAct {
  const own = JSON.stringify(boundsOf(key));
  return ({ bounds }: MaintenanceWindow) =>
    !keyBounds.isBound(key) ||
    JSON.stringify({ environments: bounds.environments, services: bounds.services }) === own;
}

function boundsOf(key: ApiKey | null) {
  return { environments: [...(key?.environments ?? [])], services: [...(key?.services ?? [])] };
}

function changed(outcome: ChangeOutcome) {
  if (outcome.kind === 'unknown')
    throw new ProblemError('not-found', 'There is no maintenance window with this id.');
  if (outcome.kind === 'refused') throw new ProblemError('conflict', outcome.reason);
  return outcome;
}

function invalid(pointer: string, message: string): ProblemError {
  return new ProblemError('validation', `${pointer}: ${message}`, { errors: [{ pointer, message }] });
}
