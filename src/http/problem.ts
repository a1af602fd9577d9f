/** One thing wrong with a request, and where: a JSON pointer into the body, or the name of a parameter. */
export interface ProblemDetail {
  pointer: string;
  message: string;
}

/** An error as the caller gets it: RFC 9457, `application/problem+json`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** The request's id, as in the logs. */
  instance: string;
  /** Stable, for programs. */
  code: string;
  errors?: ProblemDetail[];
}

/** What every error says beside its body: it is about one request and must not be kept or taken for anything else. */
export const problemHeaders = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

/** Every code that a caller can get, with its status and title. */
export const problems = {
  'malformed-json': { status: 400, title: 'The body is not valid JSON' },
  'malformed-request': { status: 400, title: 'The request is not valid HTTP' },
  validation: { status: 400, title: 'The request is not valid' },
  unauthorized: { status: 401, title: 'A valid API key is required' },
  forbidden: { status: 403, title: 'This key or person may not do this' },
  'not-found': { status: 404, title: 'Not found' },
  'instance-unknown': { status: 404, title: 'No such instance' },
  'method-not-allowed': { status: 405, title: 'This path does not support this method' },
  conflict: { status: 409, title: 'This conflicts with the current state' },
  'secret-key-missing': { status: 409, title: 'The monitor has no key to encrypt secrets with' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'precondition-failed': { status: 412, title: 'It was changed since it was read' },
  'payload-too-large': { status: 413, title: 'The body is too large' },
  'uri-too-long': { status: 414, title: 'The path is too long' },
  'unsupported-media-type': { status: 415, title: 'Only application/json in UTF-8 is supported' },
  'expectation-failed': { status: 417, title: 'This expectation is not supported' },
  'precondition-required': { status: 428, title: 'Say which version is to be changed' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'quota-exceeded': { status: 429, title: 'This API key has reached a limit' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Unexpected error' },
  unavailable: { status: 503, title: 'The monitor is temporarily unavailable' },
} as const;

export type ProblemCode = keyof typeof problems;

/** A problem of a kind; `detail` says what to do about it and never repeats what was sent. */
export function problemOf(
  code: ProblemCode,
  detail: string,
  requestId: string,
  errors?: ProblemDetail[],
): Problem {
  const { status, title } = problems[code];
  return {
    type: `urn:service-monitor:problem:${code}`,
    title,
    status,
    detail,
    instance: requestId,
    code,
    ...(errors === undefined ? {} : { errors }),
  };
}
