import type { FastifyRequest } from 'fastify';
import type { AuditTrail } from '../actors/ports/access.ts';
import type { AuditAct, AuditEntry } from '../domain/audit.ts';
import { callerAddress } from './caller-address.ts';
import { ProblemError } from './problem-error.ts';

/** Details are for people; what is longer stands where it was written to. */
const longestDetail = 200;

/** Does what a request asks for, and writes it down before. */
export type Audited = <T>(
  request: FastifyRequest,
  /** `by`: who does it without an API key. */
  what: { act: AuditAct; target: string; detail?: string | null; by?: string },
  perform: () => Promise<T>,
) => Promise<T>;

/**
 * What cannot be written down is not done: the caller gets the error of the trail, and nothing has happened. The other
 * way round an act could be done unseen. What fails after that is written down as well, if that can be.
 */
export function createAudited(auditTrail: AuditTrail): Audited {
  return async function audited(request, { act, target, detail = null, by = 'nobody' }, perform) {
    const { apiKey, person, log } = request;
    const entry: AuditEntry = {
      ...{ act, target, detail: detail === null ? null : shorten(detail) },
      by:
        person === null
          ? { keyId: apiKey?.keyId ?? null, name: apiKey?.name ?? by }
          : { keyId: null, ...person },
      from: callerAddress(request),
      failedBecause: null,
    };
    await auditTrail.note(entry);
    // A copy that no key can reach, for those who keep logs.
    log.info({ audit: entry, requestId: request.id }, `audit: ${act}`);
    try {
      return await perform();
    } catch (error) {
      const failedBecause = error instanceof ProblemError ? error.code : 'internal';
      await auditTrail
        .note({ ...entry, failedBecause })
        .catch((unnoted: unknown) =>
          log.warn({ error: unnoted }, 'could not write the failure of an action to the audit log'),
        );
      throw error;
    }
  };
}

function shorten(detail: string): string {
  const points = [...detail];
  return points.length <= longestDetail ? detail : `${points.slice(0, longestDetail).join('')}…`;
}
