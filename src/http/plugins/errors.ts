import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { ContentionError } from '../../actors/ports/commits.ts';
import { StoreUnavailable } from '../../actors/ports/store-errors.ts';
import { pointerTo } from '../pointer-to.ts';
import { type ProblemCode, type ProblemDetail, problemHeaders, problemOf, problems } from '../problem.ts';
import { ProblemError } from '../problem-error.ts';

/** What Fastify's own errors are called here. */
const codes: Record<string, [ProblemCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-media-type', 'Send the body as application/json in UTF-8.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed-json', 'The body is empty; send a JSON object.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload-too-large', 'The body may be at most 64 KiB.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed-request',
    'The body is not as long as the header Content-Length says.',
  ],
  FST_ERR_BAD_URL: ['malformed-request', 'The path is not a valid URL path.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri-too-long', 'A part of the path is too long.'],
};

/** How long a caller who was answered may go on sending nothing without hanging up. */
const lingerMs = 2_000;

/** Every error leaves as a problem: ours, the validator's, Fastify's, and the unexpected ones without their text. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof ProblemError) {
      return sendProblem(request, reply.headers(error.headers), error.code, error.message, error.errors);
    }
    if (hasZodFastifySchemaValidationErrors(error)) {
      const errors = error.validation.map((issue) => ({
        pointer: pointerOf(error.validationContext, issue.instancePath),
        message: messageOf(issue),
      }));
      return sendProblem(request, reply, 'validation', formatErrors(errors), errors);
    }
    const known = codes[error.code];
    if (known) return sendProblem(request, reply, known[0], known[1]);
    // The caller went away, or was sent away, in the middle of the body: only the metrics hear of this.
    if (error.code === 'ECONNRESET' && !request.raw.complete) {
      return sendProblem(request, reply, 'malformed-request', 'The body ended before it was complete.');
    }
    if (error instanceof ContentionError) {
      request.log.warn({ err: error, requestId: request.id }, 'request gave up after conflicting changes');
      void reply.header('retry-after', '1');
      const detail = 'Other requests changed the same data at the same time; nothing was stored. Try again.';
      return sendProblem(request, reply, 'unavailable', detail);
    }
    if (error instanceof StoreUnavailable) {
      request.log.warn({ err: error, requestId: request.id }, 'Redis did not answer');
      void reply.header('retry-after', '1');
      return sendProblem(
        request,
        reply,
        'unavailable',
        'Redis does not answer; nothing was stored. Try again.',
      );
    }
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return sendProblem(request, reply, 'malformed-request', 'The request is not valid; see /docs.');
    }
    request.log.error({ err: error, requestId: request.id }, 'unexpected error in a request');
    return sendProblem(
      request,
      reply,
      'internal',
      'An unexpected error. The log has it under the request id.',
    );
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, 'not-found', 'No such route. See /docs for all routes.'),
  );
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
  detail: string,
  errors?: ProblemDetail[],
): FastifyReply {
  const problem = problemOf(code, detail, request.id, errors);
  if (isBodyUnderWay(request)) hangUpAfter(reply);
  return reply
    .code(problems[code].status)
    .headers(problemHeaders)
    .header('x-request-id', request.id)
    .serializer(JSON.stringify)
    .send(problem);
}

function isBodyUnderWay({ raw, headers }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return !raw.complete && (encoding !== undefined || (length !== undefined && length !== '0'));
}

/**
 * The rest of the body would have to be read to find the next request, so there is none. Node would destroy the socket
 * then, and a caller that is still sending would get a reset instead of our answer: end it, and let what comes be
 * dropped until the caller is done or its time is up.
 */
function hangUpAfter(reply: FastifyReply): void {
  void reply.header('connection', 'close');
  const { socket } = reply.raw;
  if (socket === null) return;
  socket.destroySoon = () => {
    socket.setTimeout(lingerMs, () => socket.destroy());
    socket.end();
  };
}

/** A JSON pointer into the body, or the name of a parameter of the path or the query. */
function pointerOf(context: string | undefined, path: string): string {
  const pointer = pointerTo(path.split('/').slice(1).filter(Boolean));
  return context === 'body' ? pointer : pointer.slice(1);
}

/** In the validator's words, unless they repeat what was sent. */
function messageOf(issue: { keyword?: string; message?: string }): string {
  if (issue.keyword === 'unrecognized_keys') return 'has an unknown field; see /docs';
  return issue.message ?? 'is not valid';
}

function formatErrors(errors: ProblemDetail[]): string {
  const [first] = errors;
  const where = first?.pointer ? `${first.pointer}: ` : '';
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `${where}${first?.message ?? 'is not valid'}${more}`;
}
