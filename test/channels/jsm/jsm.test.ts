import { describe, expect, test } from 'vitest';
import { answers } from '../../../src/channels/jsm/answers.ts';
import { alertRequests } from '../../../src/channels/jsm/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { healthMessage } from '../support/health-message.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { faultsOf, openAlertApi } from '../support/open-alert-api.ts';
import { openTestChannel } from '../support/open-test-channel.ts';
import { resolvedMessage } from '../support/resolved-message.ts';

const apiKey = 'CANARY-43a29c5c-3dbf-4fa4-9c26';
const base = '/jsm/ops/integration';

const openChannel = (origin: string, key = apiKey) =>
  openTestChannel({ id: 'pager', type: 'jsm', url: `${origin}${base}/`, apiKey: key });
const soon = () => AbortSignal.timeout(5_000);

test('a Down for Jira Service Management', () => {
  const message = incidentMessage({
    ...{ lastMetrics: [], severity: 'warning' },
    acknowledgeUrl: 'https://monitor.example.com/acknowledge/abc',
  });
  expect(alertRequests(message)).toEqual([
    {
      path: '/v2/alerts',
      body: {
        alias: message.incidentId,
        message: '[Down] checkout (production): silent since 03:12:04 UTC',
        description: [
          'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
          'Service: checkout',
          'Environment: production',
          'Last heartbeat: 2026-11-21 03:12:04 UTC',
          'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
          'Instances: 2 Down',
          'Acknowledge: https://monitor.example.com/acknowledge/abc',
          message.url,
        ].join('\n'),
        priority: 'P3',
        source: 'Service Monitor',
        entity: 'checkout',
        tags: ['down', 'production'],
        details: {
          Service: 'checkout',
          Environment: 'production',
          'Last heartbeat': '2026-11-21 03:12:04 UTC',
          Detected: '2026-11-21 03:14:06 UTC, after 2 min 2 s',
          Instances: '2 Down',
          Id: message.notificationId,
          Link: message.url,
        },
      },
    },
  ]);
});

test('an acknowledgement says who, and an end how long it was', () => {
  const [acknowledged] = alertRequests(incidentMessage({ kind: 'acknowledged', acknowledgedBy: 'Ada' }));
  expect(acknowledged).toMatchObject({
    path: `/v2/alerts/${incidentMessage().incidentId}/acknowledge?identifierType=alias`,
    body: { source: 'Service Monitor', note: expect.stringContaining('Ada') },
  });
  const [closed] = alertRequests(resolvedMessage());
  expect(closed).toEqual({
    path: `/v2/alerts/${incidentMessage().incidentId}/close?identifierType=alias`,
    body: {
      source: 'Service Monitor',
      note: `checkout in production is back. It was down 2 times in 4 min 12 s.\n${incidentMessage().url}`,
    },
  });
});

test('what is not known to be less is P1', () => {
  expect(alertRequests(incidentMessage())).toMatchObject([{ body: { priority: 'P1' } }]);
});

describe('an incident is one alert', () => {
  test('created, repeated, acknowledged and closed; after that a Down opens a new one', async () => {
    const api = await openAlertApi(apiKey);
    const channel = openChannel(api.origin);
    await channel.send(incidentMessage(), soon());
    await channel.send(incidentMessage({ relapses: 1 }), soon());
    await channel.send(incidentMessage({ kind: 'escalation', unacknowledgedMs: 60_000 }), soon());
    expect(api.alerts).toMatchObject([{ state: 'open', count: 3 }]);
    await channel.send(incidentMessage({ kind: 'acknowledged', acknowledgedBy: 'Ada' }), soon());
    expect(api.alerts).toMatchObject([{ state: 'acknowledged' }]);
    await channel.send(resolvedMessage(), soon());
    expect(api.alerts).toMatchObject([{ state: 'closed' }]);
    await channel.send(incidentMessage(), soon());
    expect(api.alerts).toMatchObject([{ state: 'closed' }, { state: 'open', count: 1 }]);
    expect(api.failed).toEqual([]);
    expect(api.received.every(({ path }) => path.startsWith(`${base}/v2/alerts`))).toBe(true);
  });

  test('an end without an open alert is accepted, and comes to nothing there', async () => {
    const api = await openAlertApi(apiKey);
    expect(await openChannel(api.origin).send(resolvedMessage(), soon())).toMatchObject({ kind: 'sent' });
    expect(api.failed).toHaveLength(1);
  });

  test('reported health has an alert of its own', async () => {
    const api = await openAlertApi(apiKey);
    const channel = openChannel(api.origin);
    await channel.send(healthMessage({ from: null, to: 'unhealthy' }), soon());
    await channel.send(incidentMessage(), soon());
    await channel.send(healthMessage({ from: 'unhealthy', to: 'healthy' }), soon());
    expect(api.alerts).toMatchObject([{ state: 'closed', priority: 'P3' }, { state: 'open' }]);
  });
});

test('a test opens an alert with priority P5, and leaves none open', async () => {
  const api = await openAlertApi(apiKey);
  expect(await openChannel(api.origin).send(incidentMessage({ kind: 'test' }), soon())).toMatchObject({
    ...{ kind: 'sent', answer: expect.stringMatching(/^202 Accepted/) },
  });
  expect(api.alerts).toMatchObject([{ state: 'closed', priority: 'P5', count: 1 }]);
});

test('a wrong key is refused for good, and nothing follows the refused request', async () => {
  const api = await openAlertApi('another');
  const outcome = await openChannel(api.origin).send(incidentMessage({ kind: 'test' }), soon());
  expect(outcome).toMatchObject({ kind: 'failed', permanent: true });
  expect(api.received).toHaveLength(1);
});

test('a pause that a gateway asks for counts before the period of the limit', () => {
  const headers = { 'x-ratelimit-period-in-sec': '60' };
  expect(answers.waitMsOf?.({ status: 429, headers, body: '' }, 0)).toBe(60_000);
  const both = { ...headers, 'retry-after': '5' };
  expect(answers.waitMsOf?.({ status: 429, headers: both, body: '' }, 0)).toBeUndefined();
});

describeProvider('Jira Service Management', {
  config: (origin) => ({ id: 'pager', type: 'jsm', url: `${origin}${base}`, apiKey }),
  secrets: [apiKey],
  taken: { status: 202, body: { result: 'Request will be processed', took: 0.302, requestId: '43a29c5c' } },
  answers,
  says: ({ status }) => ({
    status: Number(status),
    body: { message: 'the request was not taken', took: 0.002, requestId: '43a29c5c' },
  }),
  limit: {
    answer: {
      status: 429,
      headers: {
        ...{ 'x-ratelimit-state': 'THROTTLED', 'x-ratelimit-reason': 'ACCOUNT' },
        'x-ratelimit-period-in-sec': '60',
      },
      body: { message: 'TooManyRequests', took: 1, requestId: '43a29c5c' },
    },
    waitMs: 60_000,
  },
  faults: faultsOf,
});
