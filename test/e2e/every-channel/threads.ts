import { thread as discord } from '../../channels/discord/thread-provider.ts';
import { thread as matrix } from '../../channels/matrix/thread-provider.ts';
import { thread as mattermost } from '../../channels/mattermost/thread-provider.ts';
import { thread as ntfy } from '../../channels/ntfy/thread-provider.ts';
import type { ThreadProvider } from '../../channels/support/describe-threads.ts';
import { thread as telegram } from '../../channels/telegram/thread-provider.ts';
import { thread as zulip } from '../../channels/zulip/thread-provider.ts';
import { type KindInOutage, type Said, said, waitSeconds } from './kind-in-outage.ts';

function keeps(thread: ThreadProvider, says: Pick<KindInOutage, 'limit' | 'refusal'>): KindInOutage {
  const { type } = thread.config('http://127.0.0.1');
  return {
    type,
    config: thread.config,
    taken: { status: 200 },
    course: thread.replaces === true ? 'replaced' : 'thread',
    thread,
    ...says,
  };
}

const telegramLimit: Said = said(429, ': rate limit', {
  body: {
    ...{ ok: false, error_code: 429, description: `Too Many Requests: retry after ${waitSeconds}` },
    parameters: { retry_after: waitSeconds },
  },
});

/** Chats that keep an outage as one message, but Slack. */
export const threads: readonly KindInOutage[] = [
  keeps(discord, {
    limit: () =>
      said(429, ': rate limit', {
        headers: { 'retry-after': '2', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '0.64' },
        body: { message: 'You are being rate limited.', retry_after: 0.64, global: false },
      }),
    refusal: said(404, ' (10015): the webhook was deleted', {
      body: { message: 'Unknown Webhook', code: 10_015 },
    }),
  }),
  keeps(telegram, {
    limit: () => telegramLimit,
    refusal: said(403, ' (Forbidden: bot was kicked from the supergroup chat): invite the bot again', {
      body: {
        ...{ ok: false, error_code: 403 },
        description: 'Forbidden: bot was kicked from the supergroup chat',
      },
    }),
  }),
  keeps(matrix, {
    limit: () =>
      said(429, ' (M_LIMIT_EXCEEDED): rate limit', {
        body: { errcode: 'M_LIMIT_EXCEEDED', error: 'Too many requests', retry_after_ms: waitSeconds * 1000 },
      }),
    refusal: said(403, ' (M_FORBIDDEN): the user is not in the room, or may not post there', {
      body: { errcode: 'M_FORBIDDEN', error: 'CANARYtoken is not in the room' },
    }),
  }),
  keeps(mattermost, {
    limit: () =>
      said(429, ': rate limit', {
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(waitSeconds) },
        body: 'limit exceeded',
      }),
    refusal: said(
      403,
      ' (api.context.permissions.app_error): the bot may not post there: add it to the channel',
      { body: { id: 'api.context.permissions.app_error', message: '', status_code: 403 } },
    ),
  }),
  keeps(ntfy, {
    limit: () =>
      said(429, ' (42901): too many requests', {
        body: { code: 42_901, http: 429, error: 'limit reached: too many requests' },
      }),
    refusal: said(403, ' (40301): the topic is protected: set "token"', {
      body: { code: 40_301, http: 403, error: 'forbidden' },
    }),
  }),
  keeps(zulip, {
    limit: () =>
      said(429, ' (RATE_LIMIT_HIT): rate limit', {
        body: {
          ...{ result: 'error', code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit' },
          'retry-after': waitSeconds + 0.706,
        },
      }),
    refusal: said(401, ' (INVALID_API_KEY): the key of the bot is not valid', {
      body: { result: 'error', code: 'INVALID_API_KEY', msg: 'Invalid API key: CANARYkey' },
    }),
  }),
];
