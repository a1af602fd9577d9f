import type { AnswerTable } from '../outbound/answer-table.ts';
import { readCode } from '../outbound/read-field.ts';

/** The error ids of Mattermost in which the status alone says too little. */
export const answers: AnswerTable = {
  rows: [
    {
      status: 400,
      code: 'web.incoming_webhook.invalid.app_error',
      means: 'refused',
      because: 'the webhook was deleted',
    },
    {
      status: 501,
      code: 'web.incoming_webhook.disabled.app_error',
      means: 'refused',
      because: 'incoming webhooks are switched off on the server',
    },
    {
      status: 404,
      code: 'web.incoming_webhook.channel.app_error',
      means: 'refused',
      because: 'there is no such channel',
    },
    {
      status: 404,
      code: 'app.channel.get.existing.app_error',
      means: 'refused',
      because: 'the channel of the webhook was deleted',
    },
    {
      status: 400,
      code: 'web.incoming_webhook.user.app_error',
      means: 'refused',
      because: 'there is no such user',
    },
    {
      status: 403,
      code: 'web.incoming_webhook.permissions.app_error',
      means: 'refused',
      because: 'the webhook may not post there',
    },
    {
      status: 403,
      code: 'web.incoming_webhook.channel_locked.app_error',
      means: 'refused',
      because: 'the webhook is locked to its channel: leave "channel" out',
    },
    {
      status: 401,
      code: 'api.context.session_expired.app_error',
      means: 'refused',
      because: 'the token of the bot is not valid',
    },
    {
      status: 403,
      code: 'api.context.permissions.app_error',
      means: 'refused',
      because: 'the bot may not post there: add it to the channel',
    },
    { status: 429, means: 'try-again', because: 'rate limit' },
  ],
  codeOf: (body) => readCode(body, 'id'),
  // In seconds from now.
  waitMsOf: ({ status, headers }) =>
    status === 429 && headers['retry-after'] === undefined
      ? Number(headers['x-ratelimit-reset'] ?? 0) * 1000
      : undefined,
};
