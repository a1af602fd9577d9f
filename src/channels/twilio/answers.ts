import type { AnswerRow, AnswerTable } from '../outbound/answer-table.ts';
import { readCode } from '../outbound/read-field.ts';

const refused = (status: number, code: number, because: string): AnswerRow => ({
  ...{ status, code, means: 'refused', because },
});

/** The error codes of Twilio in which the status alone says too little. */
export const answers: AnswerTable = {
  rows: [
    refused(400, 21211, '"to" is not a phone number'),
    refused(400, 21408, 'the account may not send to this country'),
    refused(400, 21606, '"from" cannot send an SMS to this number'),
    refused(400, 21608, 'a trial account sends to verified numbers only'),
    refused(400, 21610, 'the person has answered STOP: they must answer START'),
    { status: '4xx', code: 21611, means: 'try-again', because: 'too many messages wait for "from"' },
    refused(400, 21612, 'there is no way from "from" to "to"'),
    refused(400, 21614, '"to" is not a mobile number'),
    refused(401, 20003, 'the account, the key or the token is not valid'),
    refused(404, 20404, 'there is no such account'),
    { status: 429, code: 20429, means: 'try-again', because: 'rate limit' },
  ],
  codeOf: (body) => readCode(body, 'code'),
};
