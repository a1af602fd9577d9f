import type { AnswerTable } from '../outbound/answer-table.ts';
import { readCode } from '../outbound/read-field.ts';

/** The `status` of Google's errors in which the number alone says too little. It sends no `Retry-After`: our own schedule waits. */
export const answers: AnswerTable = {
  rows: [
    {
      status: 400,
      code: 'INVALID_ARGUMENT',
      means: 'refused',
      because: 'the message, or the `key` of the address, is not valid',
    },
    {
      status: 401,
      code: 'UNAUTHENTICATED',
      means: 'refused',
      because: 'the `token` of the address is not valid',
    },
    {
      status: 403,
      code: 'PERMISSION_DENIED',
      means: 'refused',
      because: 'webhooks are not allowed in this space',
    },
    { status: 404, code: 'NOT_FOUND', means: 'refused', because: 'the space or the webhook was deleted' },
    {
      status: 429,
      code: 'RESOURCE_EXHAUSTED',
      means: 'try-again',
      because: 'rate limit: one message a second for a space',
    },
  ],
  codeOf: (body) => readCode(body, 'error', 'status'),
};
