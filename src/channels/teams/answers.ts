import type { AnswerTable } from '../outbound/answer-table.ts';
import { readCode } from '../outbound/read-field.ts';

/** The error codes of Power Automate, which runs the workflow, in which the status alone says too little. */
export const answers: AnswerTable = {
  rows: [
    { status: 404, code: 'WorkflowNotFound', means: 'refused', because: 'the workflow was deleted' },
    {
      status: '4xx',
      code: 'WorkflowTriggerIsNotEnabled',
      means: 'refused',
      because: 'the workflow is switched off',
    },
    {
      status: 401,
      code: 'DirectApiAuthorizationRequired',
      means: 'refused',
      because: '"url" is not whole: its "sig" is missing, or the workflow is not open to anyone',
    },
    {
      status: 400,
      code: 'TriggerInputSchemaMismatch',
      means: 'refused',
      because: 'the workflow expects something else than a card',
    },
    { status: 413, means: 'refused', because: 'the message is larger than Teams takes' },
    { status: 429, means: 'try-again', because: 'rate limit' },
  ],
  codeOf: (body) => readCode(body, 'error', 'code'),
};
