import type { FastifyInstance } from 'fastify';
import type { CallbackOutcome } from '../../actors/operating/act-on-callback.ts';
import type { ReceiveCallback } from '../../actors/operating/receive-callback.ts';
import type { CallbackAct } from '../../actors/ports/callbacks.ts';
import type { AuditAct } from '../../domain/audit.ts';
import type { Audited } from '../audited.ts';
import { ProblemError } from '../problem-error.ts';

interface Called {
  Params: { channelId: string };
  Body: Buffer | null | undefined;
}

const auditActs: Record<CallbackAct['act'], AuditAct> = {
  acknowledge: 'incident-acknowledged',
  silence: 'maintenance-declared',
};

/**
 * POST /api/callbacks/:channelId: what the provider of a channel sends when somebody presses a button, or acknowledges in
 * a pager. Open, because the signature of the provider is the permission; without one nobody learns whether there is
 * such a channel.
 */
export function callbackRoute(app: FastifyInstance, receive: ReceiveCallback, audited: Audited): void {
  app.post<Called>(
    '/api/callbacks/:channelId',
    {
      config: { scope: 'none', takesSignedBytes: true },
      // Slack repeats the whole message in what it sends.
      bodyLimit: 64 * 1024,
      schema: { hide: true },
    },
    async (request, reply) => {
      const { channelId } = request.params;
      const sent = { headers: request.headers, body: request.body ?? Buffer.alloc(0) };
      const outcome = await receive(channelId, sent, async (act, perform) => {
        const what = {
          act: auditActs[act.act],
          target: act.about,
          detail: `${act.by}, in channel ${channelId}`,
          by: `callback of ${channelId}`,
        };
        let done: CallbackOutcome | null = null;
        await audited(request, what, async () => {
          done = await perform();
          if (done.kind !== 'done') throw new NotDone();
        }).catch((error: unknown) => {
          if (!(error instanceof NotDone)) throw error;
        });
        return done ?? { kind: 'unknown', words: '' };
      });
      if (outcome.kind === 'unverified')
        throw new ProblemError(
          'not-found',
          'There is nothing here, or its provider did not sign the request.',
        );
      void reply.header('cache-control', 'no-store');
      if (outcome.kind === 'done' && outcome.answer !== null) return reply.send(outcome.answer);
      return reply.code(200).send();
    },
  );
}

/** It is over, or not kept any more: the audit log says that it failed. */
class NotDone extends ProblemError {
  constructor() {
    super('conflict', 'Nothing was changed.');
  }
}
