import type { Received } from '../../channels/support/open-receiver.ts';
import { type KindInOutage, said, type Told, waitSeconds } from './kind-in-outage.ts';

const apiKey = 'CANARY-43a29c5c-3dbf-4fa4-9c26';
const asksToWait = { 'retry-after': String(waitSeconds) };
const accepted = { status: 202, body: { result: 'Request will be processed', took: 0.302 } };

const alertApi = {
  taken: accepted,
  limit: () =>
    said(429, ': rate limit', {
      headers: { 'x-ratelimit-state': 'THROTTLED', 'x-ratelimit-period-in-sec': String(waitSeconds) },
      body: { message: 'TooManyRequests', took: 1 },
    }),
  course: 'pager',
  reads: ({ path }: Received): Told =>
    path.includes('/acknowledge?') ? 'Acknowledged' : path.includes('/close?') ? 'Resolved' : 'Down',
} as const;

const ofEvents: Record<string, Told> = {
  trigger: 'Down',
  acknowledge: 'Acknowledged',
  resolve: 'Resolved',
};

const ofWebhook: Record<string, Told> = { down: 'Down', recovering: 'Recovered', resolved: 'Resolved' };

/** Machines: pagers, and a program of one's own behind a webhook. */
export const pagers: readonly KindInOutage[] = [
  {
    type: 'pagerduty',
    config: (url) => ({ url: `${url}/v2/enqueue`, routingKey: 'CANARYe93facc04764012d7bfb002500' }),
    taken: { status: 202, body: { status: 'success', message: 'Event processed' } },
    // It asks for a few minutes.
    limit: () => said(429, ': too many events for this service', { body: 'Throttle limit exceeded' }),
    refusal: said(400, ': the event or the integration key is not valid', {
      body: { status: 'invalid event', message: 'Event object is invalid', errors: ['routing_key'] },
    }),
    course: 'pager',
    reads: ({ body }) => ofEvents[(JSON.parse(body) as { event_action: string }).event_action] ?? null,
  },
  {
    ...alertApi,
    type: 'jsm',
    config: (url) => ({ url: `${url}/jsm/ops/integration`, apiKey }),
    refusal: said(401, ': the API key is not valid, or its integration is switched off', {
      body: { message: `Could not authenticate ${apiKey}`, took: 0.002 },
    }),
  },
  {
    ...alertApi,
    type: 'opsgenie',
    config: (url) => ({ url, apiKey }),
    refusal: said(410, ': Opsgenie has ended it: use a channel of type jsm', { body: { message: 'Gone' } }),
  },
  {
    type: 'signl4',
    config: (url) => ({ url, secret: 'CANARYk2xq8z' }),
    taken: { status: 201, body: { eventId: '2518-7b2c' } },
    limit: () => said(429, ': rate limit', { headers: asksToWait }),
    refusal: said(404, ': there is no team with this secret', { body: { message: 'no team CANARYk2xq8z' } }),
    // It knows no acknowledgement.
    course: 'people',
  },
  {
    type: 'splunk-on-call',
    config: (url) => ({ url: `${url}/integrations/generic/20131114/alert/CANARY-1234/CANARYroute` }),
    taken: { status: 200, body: { result: 'success' } },
    limit: () => said(429, ': rate limit', { headers: asksToWait }),
    // Refused with the status of a success.
    refusal: said(200, ' (failure): Splunk On-Call did not take it', {
      body: { result: 'failure', message: 'no' },
    }),
    course: 'pager',
  },
  {
    type: 'webhook',
    config: (url) => ({
      url,
      secret: `whsec_${Buffer.from('CANARY of at least 24 bytes').toString('base64')}`,
    }),
    taken: { status: 204 },
    limit: () => said(429, '', { headers: asksToWait }),
    refusal: said(410, ': it was removed permanently', { body: 'gone' }),
    course: 'follower',
    reads: ({ body }) => ofWebhook[(JSON.parse(body) as { data: { kind: string } }).data.kind] ?? null,
  },
];
