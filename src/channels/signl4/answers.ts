import type { AnswerTable } from '../outbound/answer-table.ts';

/** What SIGNL4 answers when it takes no event. */
export const answers: AnswerTable = {
  rows: [
    { status: 400, means: 'refused', because: 'the event, or the secret of the team, is not valid' },
    { status: 401, means: 'refused', because: 'the secret of the team is not valid' },
    { status: 403, means: 'refused', because: 'the plan of the team has ended' },
    { status: 404, means: 'refused', because: 'there is no team with this secret' },
    { status: 429, means: 'try-again', because: 'rate limit' },
  ],
};
