import type { AnswerTable } from '../outbound/answer-table.ts';

/** "Preferably with a backoff of a few minutes". After 5xx the usual schedule goes there by itself. */
const throttledForMs = 2 * 60_000;

/** The table of response codes of the Events API v2. */
export const answers: AnswerTable = {
  rows: [
    { status: 400, means: 'refused', because: 'the event or the integration key is not valid' },
    { status: 429, means: 'try-again', because: 'too many events for this service' },
  ],
  waitMsOf: ({ status }) => (status === 429 ? throttledForMs : undefined),
};
