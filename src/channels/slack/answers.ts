import type { AnswerRow, AnswerTable } from '../outbound/answer-table.ts';
import { readCode, readField } from '../outbound/read-field.ts';

const refused = (code: string, because: string): AnswerRow => ({
  ...{ status: 200, code, means: 'refused', because },
});

const named: readonly AnswerRow[] = [
  refused('channel_not_found', '"channel" is wrong, or the bot may not see it'),
  refused('not_in_channel', 'invite the bot to the channel'),
  refused('is_archived', 'the channel was archived'),
  refused('invalid_auth', 'the token is not valid'),
  refused('not_authed', 'the token is missing'),
  refused('token_revoked', 'the token was revoked'),
  refused('token_expired', 'the token has expired'),
  refused('account_inactive', 'the bot was removed, or its token revoked'),
  refused('missing_scope', 'the bot needs the scope chat:write'),
  refused('no_permission', 'the bot may not post there'),
  refused('restricted_action', 'the workspace does not let the bot post there'),
  refused('org_login_required', 'the workspace is being moved'),
  refused('invalid_blocks', 'the message is not valid for Slack'),
  refused('msg_too_long', 'the message is too long for Slack'),
  { status: 200, code: 'ratelimited', means: 'try-again', because: 'rate limit' },
  { status: 429, means: 'try-again', because: 'rate limit' },
];

/** Stands for the errors that have no row: Slack answers 200 to each of them. */
const anyOther = 'another error';

/** The errors of Slack’s API, which it answers with status 200, and what to do. */
export const answers: AnswerTable = {
  rows: [...named, { status: 200, code: anyOther, means: 'try-again', because: 'its answer says which' }],
  codeOf(body) {
    if (readField(body, 'ok') === true) return undefined;
    const error = readCode(body, 'error');
    return named.some(({ code }) => code === error && code !== undefined) ? error : anyOther;
  },
};
