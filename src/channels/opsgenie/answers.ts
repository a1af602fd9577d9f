import { answers as answersOfJsm } from '../jsm/answers.ts';
import type { AnswerTable } from '../outbound/answer-table.ts';

/** As Jira Service Management answers, and what is to be done after the end of Opsgenie. */
export const answers: AnswerTable = {
  ...answersOfJsm,
  rows: [
    ...answersOfJsm.rows,
    { status: 410, means: 'refused', because: 'Opsgenie has ended it: use a channel of type jsm' },
  ],
};
