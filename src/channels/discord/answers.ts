import type { AnswerTable } from '../outbound/answer-table.ts';
import { readCode, readSecondsMs } from '../outbound/read-field.ts';

/** The JSON error codes of Discord in which the status alone says too little. */
export const answers: AnswerTable = {
  rows: [
    { status: 404, code: 10015, means: 'refused', because: 'the webhook was deleted' },
    { status: 401, code: 50027, means: 'refused', because: 'the token in the URL is not valid' },
    {
      status: 400,
      code: 220001,
      means: 'refused',
      because: 'the channel is a forum: set "thread" to one of its threads',
    },
    { status: '4xx', code: 160005, means: 'refused', because: 'the thread is locked' },
    { status: 400, code: 50035, means: 'refused', because: 'the message is not valid for Discord' },
    { status: '4xx', code: 40006, means: 'try-again', because: 'disabled for the moment' },
    { status: '4xx', code: 130000, means: 'try-again', because: 'overloaded' },
    { status: 429, means: 'try-again', because: 'rate limit' },
  ],
  codeOf: (body) => readCode(body, 'code'),
  // More exact than the header.
  waitMsOf: ({ status, body }) => (status === 429 ? readSecondsMs(body, 'retry_after') : undefined),
};
