import { type KindInOutage, said, waitSeconds } from './kind-in-outage.ts';

const asksToWait = { 'retry-after': String(waitSeconds) };

/** Chats that cannot change what was posted. */
export const chats: readonly KindInOutage[] = [
  {
    type: 'slack',
    config: (url) => ({ url: `${url}/services/T0/B0/CANARYhook` }),
    taken: { status: 200, body: 'ok' },
    limit: () => said(429, '', { headers: asksToWait, body: 'rate_limited' }),
    refusal: said(404, '', { body: 'no_service' }),
    course: 'people',
  },
  {
    type: 'teams',
    config: (url) => ({ url: `${url}/workflows/7/triggers/manual/paths/invoke?sig=CANARYsignature` }),
    taken: { status: 202 },
    limit: () =>
      said(429, ': rate limit', { headers: asksToWait, body: { error: { code: 'TooManyRequests' } } }),
    refusal: said(404, ' (WorkflowNotFound): the workflow was deleted', {
      body: { error: { code: 'WorkflowNotFound', message: 'Could not run: sig=CANARYsignature' } },
    }),
    course: 'people',
  },
  {
    type: 'mattermost',
    config: (url) => ({ url: `${url}/hooks/CANARYgeneratedkey7` }),
    taken: { status: 200, body: 'ok' },
    limit: () =>
      said(429, ': rate limit', {
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(waitSeconds) },
        body: 'limit exceeded',
      }),
    refusal: said(400, ' (web.incoming_webhook.invalid.app_error): the webhook was deleted', {
      body: { id: 'web.incoming_webhook.invalid.app_error', message: 'Invalid webhook.', status_code: 400 },
    }),
    course: 'people',
  },
  {
    type: 'rocketchat',
    config: (url) => ({ url: `${url}/hooks/64f0/CANARYwf8gNvbyPfDX488` }),
    taken: { status: 200, body: { success: true } },
    limit: (nowMs) =>
      said(429, ': rate limit', {
        headers: { 'x-ratelimit-limit': '10', 'x-ratelimit-reset': String(nowMs + waitSeconds * 1000) },
        body: { success: false, error: 'Error, too many requests. [error-too-many-requests]' },
      }),
    refusal: said(404, ' (Invalid integration id or token provided.): the integration was deleted', {
      body: { success: false, error: 'Invalid integration id or token provided.' },
    }),
    course: 'people',
  },
  {
    type: 'googlechat',
    config: (url) => ({ url: `${url}/v1/spaces/AAAA/messages?key=CANARYkey&token=CANARYtoken` }),
    taken: { status: 200, body: { name: 'spaces/AAAA/messages/BBBB.CCCC' } },
    // It does not say how long.
    limit: () =>
      said(429, ' (RESOURCE_EXHAUSTED): rate limit: one message a second for a space', {
        body: { error: { code: 429, message: 'Resource has been exhausted', status: 'RESOURCE_EXHAUSTED' } },
      }),
    refusal: said(403, ' (PERMISSION_DENIED): webhooks are not allowed in this space', {
      body: { error: { code: 403, message: 'no: CANARYtoken', status: 'PERMISSION_DENIED' } },
    }),
    course: 'people',
  },
];
