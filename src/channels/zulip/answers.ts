import type { AnswerTable } from '../outbound/answer-table.ts';
import { readCode, readSecondsMs } from '../outbound/read-field.ts';

/** The error codes of Zulip in which the status alone says too little. */
export const answers: AnswerTable = {
  rows: [
    {
      status: 400,
      code: 'STREAM_DOES_NOT_EXIST',
      means: 'refused',
      because: 'there is no such channel, or the bot may not see it',
    },
    { status: 401, code: 'UNAUTHORIZED', means: 'refused', because: 'the bot or its key is not valid' },
    { status: 401, code: 'INVALID_API_KEY', means: 'refused', because: 'the key of the bot is not valid' },
    { status: 403, code: 'USER_DEACTIVATED', means: 'refused', because: 'the bot was deactivated' },
    { status: 403, code: 'REALM_DEACTIVATED', means: 'refused', because: 'the organization was deactivated' },
    { status: 429, code: 'RATE_LIMIT_HIT', means: 'try-again', because: 'rate limit' },
  ],
  codeOf: (body) => readCode(body, 'code'),
  waitMsOf: ({ status, body }) => (status === 429 ? readSecondsMs(body, 'retry-after') : undefined),
};
