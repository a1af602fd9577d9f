import type { AnswerTable } from '../outbound/answer-table.ts';
import { readSecondsMs } from '../outbound/read-field.ts';

/** The response codes of the alert API, which are those of Opsgenie. */
export const answers: AnswerTable = {
  rows: [
    { status: 400, means: 'refused', because: 'the request is not valid' },
    {
      status: 401,
      means: 'refused',
      because: 'the API key is not valid, or its integration is switched off',
    },
    { status: 402, means: 'refused', because: 'the plan of the account does not include it' },
    {
      status: 403,
      means: 'refused',
      because: 'it must be the key of an API integration that may create and update alerts',
    },
    { status: 404, means: 'refused', because: 'there is no alert API at "url"' },
    { status: 422, means: 'refused', because: 'a field of the alert is not valid' },
    { status: 429, means: 'try-again', because: 'rate limit' },
  ],
  // The length of the period whose limit is reached: a minute or a second.
  waitMsOf: ({ status, headers }) =>
    status === 429 && headers['retry-after'] === undefined
      ? readSecondsMs(headers, 'x-ratelimit-period-in-sec')
      : undefined,
};
