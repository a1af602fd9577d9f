import type { AnswerTable } from '../outbound/answer-table.ts';
import { readField } from '../outbound/read-field.ts';

/** What the errors of a token endpoint mean (RFC 6749, 5.2); the others by their status: 429 and 5xx are tried again. */
export const tokenAnswers: AnswerTable = {
  codeOf(body) {
    const error = readField(body, 'error');
    return typeof error === 'string' ? error : undefined;
  },
  rows: [
    {
      ...{ status: '4xx', code: 'invalid_client', means: 'refused' },
      because: 'the id of the client or its secret is wrong, or the secret has expired',
    },
    {
      ...{ status: '4xx', code: 'unauthorized_client', means: 'refused' },
      because: 'the client may not get a token in this way',
    },
    { status: '4xx', code: 'invalid_scope', means: 'refused', because: 'the scope is not known there' },
    // Some say with a status of 400 that it is they who cannot.
    { status: '4xx', code: 'temporarily_unavailable', means: 'try-again' },
    { status: '4xx', code: 'server_error', means: 'try-again' },
    { status: '4xx', code: 'slow_down', means: 'try-again' },
  ],
};
