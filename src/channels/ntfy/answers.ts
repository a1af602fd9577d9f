import type { AnswerTable } from '../outbound/answer-table.ts';
import { readCode } from '../outbound/read-field.ts';

/** The error codes of ntfy in which the status alone says too little. It sends no `Retry-After`: our own schedule waits. */
export const answers: AnswerTable = {
  rows: [
    { status: 400, code: 40009, means: 'refused', because: 'the name of the topic is not valid' },
    { status: 400, code: 40010, means: 'refused', because: 'the name of the topic is reserved' },
    { status: 401, code: 40101, means: 'refused', because: 'the token is not valid' },
    { status: 403, code: 40301, means: 'refused', because: 'the topic is protected: set "token"' },
    { status: 404, code: 40401, means: 'refused', because: 'there is no ntfy server at "url"' },
    { status: 429, code: 42901, means: 'try-again', because: 'too many requests' },
    { status: 429, code: 42908, means: 'try-again', because: 'the messages of the day are used up' },
    { status: 429, code: 42909, means: 'try-again', because: 'too many failed log-ins' },
    { status: 507, means: 'refused', because: 'nobody has subscribed to this UnifiedPush topic' },
  ],
  codeOf: (body) => readCode(body, 'code'),
};
