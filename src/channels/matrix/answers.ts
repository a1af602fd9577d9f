import type { AnswerTable } from '../outbound/answer-table.ts';
import { readCode, readField } from '../outbound/read-field.ts';

/** The error codes of Matrix in which the status alone says too little. */
export const answers: AnswerTable = {
  rows: [
    { status: 401, code: 'M_UNKNOWN_TOKEN', means: 'refused', because: 'the token is not valid any more' },
    { status: 401, code: 'M_MISSING_TOKEN', means: 'refused', because: 'a proxy removes the token' },
    {
      status: 403,
      code: 'M_FORBIDDEN',
      means: 'refused',
      because: 'the user is not in the room, or may not post there',
    },
    { status: 403, code: 'M_USER_DEACTIVATED', means: 'refused', because: 'the user was deactivated' },
    { status: 404, code: 'M_NOT_FOUND', means: 'refused', because: 'there is no such room' },
    {
      status: 404,
      code: 'M_UNRECOGNIZED',
      means: 'refused',
      because: 'there is no Matrix homeserver at "url"',
    },
    { status: 413, code: 'M_TOO_LARGE', means: 'refused', because: 'the message is too large' },
    { status: 429, code: 'M_LIMIT_EXCEEDED', means: 'try-again', because: 'rate limit' },
  ],
  codeOf: (body) => readCode(body, 'errcode'),
  // What servers sent before they sent the header.
  waitMsOf: ({ headers, body }) =>
    headers['retry-after'] === undefined ? Number(readField(body, 'retry_after_ms') ?? 0) : undefined,
};
