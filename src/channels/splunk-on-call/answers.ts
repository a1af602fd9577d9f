import type { AnswerTable } from '../outbound/answer-table.ts';
import { readCode } from '../outbound/read-field.ts';

/** Splunk On-Call says in `result` whether it took the alert, also where the status is that of a success. */
export const answers: AnswerTable = {
  rows: [
    { status: '2xx', code: 'failure', means: 'refused', because: 'Splunk On-Call did not take it' },
    { status: 401, means: 'refused', because: 'the key in the URL is not valid' },
    { status: 403, means: 'refused', because: 'the integration is switched off' },
    { status: 404, means: 'refused', because: 'the URL is not that of a REST endpoint' },
    { status: 429, means: 'try-again', because: 'rate limit' },
  ],
  codeOf: (body) => readCode(body, 'result'),
};
