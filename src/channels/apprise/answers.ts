import type { AnswerTable } from '../outbound/answer-table.ts';

/** What Apprise API answers when not all was sent. */
export const answers: AnswerTable = {
  rows: [
    { status: 204, means: 'refused', because: 'there is no configuration with this key' },
    { status: 405, means: 'refused', because: 'the server does not allow it' },
    { status: 421, means: 'refused', because: 'the address is that of its website' },
    { status: 424, means: 'try-again', because: 'it did not reach all, or nothing has this tag' },
    { status: 431, means: 'refused', because: 'the message is too large' },
  ],
};
