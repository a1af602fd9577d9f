import type { AnswerTable } from '../outbound/answer-table.ts';

/** What Alertmanager, or a proxy before it, answers when it takes no alert. */
export const answers: AnswerTable = {
  rows: [
    { status: 400, means: 'refused', because: 'a label or a time is not valid for Alertmanager' },
    { status: 401, means: 'refused', because: 'the proxy asks for a token' },
    { status: 403, means: 'refused', because: 'the proxy does not let it through' },
    {
      status: 404,
      means: 'refused',
      because: 'there is no Alertmanager at "url", or an old one without API v2',
    },
  ],
};
