import type { AnswerTable } from '../outbound/answer-table.ts';
import { readField } from '../outbound/read-field.ts';

/** Which of the fields Pushover does not take: it says so with the name of the field. */
export const answers: AnswerTable = {
  rows: [
    { status: 400, code: 'token', means: 'refused', because: 'the token of the application is not valid' },
    {
      status: 400,
      code: 'user',
      means: 'refused',
      because: 'the key of the user is not valid, or has no device',
    },
    { status: '2xx', code: 'refused', means: 'refused', because: 'Pushover did not take it' },
    { status: 429, means: 'try-again', because: 'the messages of the month are used up' },
  ],
  codeOf(body) {
    for (const name of ['token', 'user']) if (readField(body, name) === 'invalid') return name;
    return readField(body, 'status') === 0 ? 'refused' : undefined;
  },
  // When the month is over; we look again each hour.
  waitMsOf: ({ status, headers }, nowMs) =>
    status === 429 ? Number(headers['x-limit-app-reset'] ?? 0) * 1000 - nowMs : undefined,
};
