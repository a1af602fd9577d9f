import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ProblemCode, type ProblemDetail, problemOf, problems, problemType } from '../problem.ts';
import { ProblemError } from '../problem-error.ts';

/** What Fastify's own errors are called here. */
const codes: Record<string, [ProblemCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-media-type', 'Send the body as application/json in UTF-8.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed-json', 'The body is empty; send a JSON object.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload-too-large', 'The body may have 64 KiB.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed-request', 'The body does not have the announced length.'],
  FST_ERR_BAD_URL: ['malformed-request', 'The path is not a valid URL path.'],
};

/** Every error leaves as a problem: ours, the validator's, Fastify's, and the unexpected ones without their text. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof ProblemError) {
      return sendProblem(request, reply.headers(error.headers), error.code, error.message, error.errors);
    }
    if (hasZodFastifySchemaValidationErrors(error)) {
      const errors = error.validation.map((issue) => ({
        pointer: pointerOf(error.validationContext, issue.instancePath),
        message: issue.message ?? 'is not valid',
      }));
      return sendProblem(request, reply, 'validation', sayErrors(errors), errors);
    }
    const known = codes[error.code];
    if (known) {
      if (known[0] === 'payload-too-large') void reply.header('connection', 'close');
      return sendProblem(request, reply, known[0], known[1]);
    }
    if (error.statusCode === 429) {
      return sendProblem(request, reply, 'rate-limited', 'Wait as long as Retry-After says.');
    }
    if (isUnavailable(error)) {
      request.log.warn({ err: error }, 'Redis did not answer');
      void reply.header('retry-after', '1');
      return sendProblem(request, reply, 'unavailable', 'Redis does not answer; nothing was stored. Try again.');
    }
    request.log.error({ err: error }, 'a request failed');
    return sendProblem(request, reply, 'internal', 'The error was logged under the request id.');
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, 'not-found', 'See /docs for what there is.'),
  );
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
  detail: string,
  errors?: ProblemDetail[],
): FastifyReply {
  const problem = problemOf(code, detail, request.id, errors);
  return reply
    .code(problems[code].status)
    .type(problemType)
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(problem);
}

function pointerOf(context: string | undefined, path: string): string {
  return context === undefined || context === 'body' ? path : `${context}${path}`;
}

function sayErrors(errors: ProblemDetail[]): string {
  const [first] = errors;
  const where = first?.pointer ? `${first.pointer}: ` : '';
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `${where}${first?.message ?? 'is not valid'}${more}`;
}

/** What the Redis client says when it cannot reach Redis, or Redis when it cannot take writes. */
function isUnavailable(error: Error): boolean {
  return (
    error.name === 'MaxRetriesPerRequestError' ||
    /^(Stream isn't writeable|Command timed out|Connection is closed|Connection is in closing state|Cluster isn't ready|ClusterAllFailedError|Failed to refresh slots|None of startup nodes|connect E|read E|write E|LOADING|READONLY|MASTERDOWN|MISCONF|NOREPLICAS|CLUSTERDOWN|OOM|UNBLOCKED|TRYAGAIN)/.test(
      error.message,
    )
  );
}
