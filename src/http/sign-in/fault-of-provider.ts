/** Why a sign-in did not come about. `why` is for the log, and holds no secret. */
export type ProviderFault =
  /** The person said no, or the provider did; `said` is its code for that. */
  | { kind: 'declined'; said: string; why: string }
  /** What came back belongs to no sign-in of this browser, was used before, or does not prove who the person is. */
  | { kind: 'refused'; why: string }
  /** The provider does not answer, or not as one does. */
  | { kind: 'unavailable'; why: string };

/** What says that the provider itself has a problem, or is not set up for the monitor. */
const ownFaults =
  /^(server_error|temporarily_unavailable|invalid_client|unauthorized_client|invalid_scope|unsupported_\w+)$/;

/** Codes of errors that are not about this one sign-in. */
const unreachable =
  /^(OAUTH_TIMEOUT|OAUTH_ABORT|OAUTH_RESPONSE_IS_NOT_(CONFORM|JSON)|OAUTH_PARSE_ERROR|OAUTH_(MISSING|INVALID)_SERVER_METADATA|OAUTH_(HTTP_REQUEST|REQUEST_PROTOCOL)_FORBIDDEN|OAUTH_WWW_AUTHENTICATE_CHALLENGE)$/;

/** Errors of `openid-client`, by what a person and an operator can do about them. */
export function faultOfProvider(error: unknown): ProviderFault {
  const { message, code = '', name, said, description } = partsOf(error);
  const why = [said ?? message, description].filter(Boolean).join(': ');
  if (said !== undefined && ownFaults.test(said)) return { kind: 'unavailable', why };
  if (name === 'AuthorizationResponseError') return { kind: 'declined', said: said ?? 'unknown', why };
  // The network: `fetch` says so with this kind, and what it met in the cause.
  if (name === 'TypeError' || unreachable.test(code)) return { kind: 'unavailable', why };
  return { kind: 'refused', why };
}

function partsOf(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error), name: '' };
  const fields = error as Error & Readonly<Record<'code' | 'error' | 'error_description', unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : undefined);
  const { cause } = error;
  const met = cause instanceof Error ? ` (${cause.message || codeOf(cause) || cause.name})` : '';
  return {
    message: `${error.message}${met}`.slice(0, 400),
    name: error.name,
    code: text(fields.code),
    said: text(fields.error),
    description: text(fields.error_description),
  };
}

/** Where several addresses were tried, there is no message. */
function codeOf(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}
