import type { AnswerTable } from '../outbound/answer-table.ts';

/** What Gotify answers when it takes no message. */
export const answers: AnswerTable = {
  rows: [
    { status: 401, means: 'refused', because: 'the token is not valid' },
    { status: 403, means: 'refused', because: 'the token is that of a client: use that of an application' },
    { status: 404, means: 'refused', because: 'there is no Gotify server at "url"' },
  ],
};
