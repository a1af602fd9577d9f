import type { AnswerTable } from '../outbound/answer-table.ts';
import { readCode, readField } from '../outbound/read-field.ts';

/** What Rocket.Chat says in `error`; `false` stands for a success that is none. */
export const answers: AnswerTable = {
  rows: [
    { status: '2xx', code: 'false', means: 'refused', because: 'the integration did not post it' },
    {
      status: '4xx',
      code: 'Invalid integration id or token provided.',
      means: 'refused',
      because: 'the integration was deleted',
    },
    {
      status: 400,
      code: 'overriding destination channel is disabled for this integration',
      means: 'refused',
      because: 'leave "channel" out, or allow it in the integration',
    },
    { status: 400, code: 'invalid-channel', means: 'refused', because: 'there is no such room' },
    {
      status: 400,
      code: 'error-not-allowed',
      means: 'refused',
      because: 'the user of the integration may not post there',
    },
    { status: 503, means: 'try-again', because: 'the integration may be switched off' },
    { status: 400, code: 'error-too-many-requests', means: 'try-again', because: 'rate limit' },
    { status: 429, means: 'try-again', because: 'rate limit' },
  ],
  codeOf: (body) =>
    readCode(body, 'errorType') ??
    readCode(body, 'error') ??
    (readField(body, 'success') === false ? 'false' : undefined),
  waitMsOf: ({ headers, status }, nowMs) => {
    // A moment in milliseconds.
    const resetAtMs = Number(headers['x-ratelimit-reset']);
    return status === 429 && resetAtMs > nowMs ? resetAtMs - nowMs : undefined;
  },
};
