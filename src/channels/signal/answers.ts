import type { AnswerTable } from '../outbound/answer-table.ts';

/** What signal-cli-rest-api answers: 400 for all that it could not send, also where Signal did not answer. */
export const answers: AnswerTable = {
  rows: [
    {
      status: 400,
      means: 'try-again',
      because: 'it could not send: see its log, and whether "number" is registered and "to" has Signal',
    },
    { status: 429, means: 'try-again', because: 'Signal asks for a captcha: see its log' },
  ],
};
