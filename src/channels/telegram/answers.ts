import type { AnswerRow, AnswerTable } from '../outbound/answer-table.ts';
import { readCode, readSecondsMs } from '../outbound/read-field.ts';

const refused = (status: number, code: string, because: string): AnswerRow => ({
  ...{ status, code, means: 'refused', because },
});

/** What Telegram says in `description`, and what to do. */
export const answers: AnswerTable = {
  rows: [
    refused(400, 'Bad Request: chat not found', 'the bot was never in this chat, or "chat" is wrong'),
    refused(400, 'Bad Request: message thread not found', '"topic" is wrong'),
    refused(400, 'Bad Request: group chat was upgraded to a supergroup chat', 'the group has a new number'),
    refused(401, 'Unauthorized', 'the token is not valid any more'),
    refused(403, 'Forbidden: bot was blocked by the user', 'the user must unblock the bot'),
    refused(403, 'Forbidden: user is deactivated', 'the account was deleted'),
    refused(403, 'Forbidden: the group chat was deleted', 'choose another chat'),
    refused(403, 'Forbidden: bot was kicked from the group chat', 'invite the bot again'),
    refused(403, 'Forbidden: bot was kicked from the supergroup chat', 'invite the bot again'),
    refused(403, 'Forbidden: bot was kicked from the channel chat', 'invite the bot again'),
    refused(404, 'Not Found', 'the token has not the form of one'),
    { status: 429, means: 'try-again', because: 'rate limit' },
  ],
  codeOf: (body) => readCode(body, 'description'),
  waitMsOf: ({ body }) => readSecondsMs(body, 'parameters', 'retry_after'),
};
