import type { AnswerTable } from '../outbound/answer-table.ts';
import { readCode } from '../outbound/read-field.ts';

/** The errors of Pushbullet in which the status alone says too little. */
export const answers: AnswerTable = {
  rows: [
    {
      status: 400,
      code: 'pushbullet_pro_required',
      means: 'try-again',
      because: 'the pushes of the month are used up',
    },
    { status: 401, means: 'refused', because: 'the token is not valid any more' },
    { status: 403, means: 'refused', because: 'the token may not push' },
    { status: 404, means: 'refused', because: 'there is no such device or channel' },
    { status: 429, means: 'try-again', because: 'rate limit' },
  ],
  codeOf: (body) => readCode(body, 'error', 'code'),
  // A moment in seconds.
  waitMsOf: ({ status, headers }, nowMs) =>
    status === 429 ? Number(headers['x-ratelimit-reset'] ?? 0) * 1000 - nowMs : undefined,
};
