import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { answers } from '../../../src/channels/pagerduty/answers.ts';
import { pagerdutyEvents } from '../../../src/channels/pagerduty/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { healthMessage } from '../support/health-message.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';
import { resolvedMessage } from '../support/resolved-message.ts';

const routingKey = 'CANARYe93facc04764012d7bfb002500';

const head = { routing_key: z.string().length(32), dedup_key: z.string().min(1).max(255) };

/** What the documents say must hold of an event; PagerDuty answers 400 otherwise. */
const anEvent = z.discriminatedUnion('event_action', [
  z.strictObject({
    ...{ ...head, event_action: z.literal('trigger'), client: z.string(), client_url: z.url() },
    payload: z.strictObject({
      ...{ summary: z.string().min(1).max(1024), source: z.string().min(1), timestamp: z.iso.datetime() },
      severity: z.enum(['critical', 'error', 'warning', 'info']),
      ...{ group: z.string().optional(), class: z.string(), custom_details: z.object({}).loose() },
    }),
    links: z.array(z.strictObject({ href: z.url(), text: z.string() })),
  }),
  z.strictObject({ ...head, event_action: z.enum(['acknowledge', 'resolve']) }),
]);

type Event = z.output<typeof anEvent>;

function faultsOf(body: string): string[] {
  const faults = anEvent.safeParse(JSON.parse(body)).error?.issues.map(({ path }) => path.join('.')) ?? [];
  return Buffer.byteLength(body) > 512 * 1024 ? [...faults, 'size'] : faults;
}

/** The alerts of a service of PagerDuty by their keys, as its documents describe what becomes of events. */
async function openPagerduty() {
  const alerts: { key: string; state: 'triggered' | 'acknowledged' | 'resolved'; entries: number }[] = [];
  const dropped: string[] = [];
  const take = (body: string): number => {
    if (faultsOf(body).length > 0) return 400;
    const { event_action: action, dedup_key: key, routing_key } = JSON.parse(body) as Event;
    const open = alerts.find((alert) => alert.key === key && alert.state !== 'resolved');
    if (routing_key !== routingKey || (open === undefined && action !== 'trigger')) dropped.push(action);
    else if (open === undefined) alerts.push({ key, state: 'triggered', entries: 1 });
    else if (action === 'trigger') open.entries++;
    else open.state = action === 'resolve' ? 'resolved' : 'acknowledged';
    return 202;
  };
  let answered = 0;
  const listener: RequestListener = (_request, response) => {
    const status = take(receiver.received[answered++]?.body ?? '');
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: status === 202 ? 'success' : 'invalid event' }));
  };
  const receiver = await openReceiver(listener);
  return { url: receiver.url, alerts, dropped };
}

const open = (url: string, key = routingKey) =>
  openTestChannel({ id: 'pager', type: 'pagerduty', url, routingKey: key });
const soon = () => AbortSignal.timeout(5_000);

test('a Down for PagerDuty', () => {
  const message = incidentMessage({
    ...{ lastMetrics: [], severity: 'warning' },
    acknowledgeUrl: 'https://monitor.example.com/acknowledge/abc',
  });
  expect(pagerdutyEvents(message, routingKey)).toEqual([
    {
      routing_key: routingKey,
      event_action: 'trigger',
      dedup_key: message.incidentId,
      payload: {
        summary: '[Down] checkout (production): silent since 03:12:04 UTC',
        source: 'checkout',
        severity: 'warning',
        timestamp: '2026-11-21T03:14:06.000Z',
        group: 'production',
        class: 'down',
        custom_details: {
          About: 'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
          Service: 'checkout',
          Environment: 'production',
          'Last heartbeat': '2026-11-21 03:12:04 UTC',
          Detected: '2026-11-21 03:14:06 UTC, after 2 min 2 s',
          Instances: '2 Down',
          Id: message.notificationId,
        },
      },
      client: 'Service Monitor',
      client_url: message.url,
      links: [
        { href: message.url, text: 'Open the incident' },
        { href: 'https://monitor.example.com/acknowledge/abc', text: 'Acknowledge' },
      ],
    },
  ]);
});

test('what is not known to be less is critical', () => {
  expect(pagerdutyEvents(incidentMessage(), routingKey)).toMatchObject([
    { payload: { severity: 'critical' } },
  ]);
});

describe('an incident is one alert', () => {
  test('opened, repeated, acknowledged and resolved; after that a Down opens a new one', async () => {
    const pagerduty = await openPagerduty();
    const channel = open(pagerduty.url);
    await channel.send(incidentMessage(), soon());
    await channel.send(incidentMessage({ relapses: 1 }), soon());
    await channel.send(incidentMessage({ kind: 'escalation', unacknowledgedMs: 60_000 }), soon());
    expect(pagerduty.alerts).toMatchObject([{ state: 'triggered', entries: 3 }]);
    await channel.send(incidentMessage({ kind: 'acknowledged', acknowledgedBy: 'Ada' }), soon());
    expect(pagerduty.alerts).toMatchObject([{ state: 'acknowledged' }]);
    await channel.send(resolvedMessage(), soon());
    expect(pagerduty.alerts).toMatchObject([{ state: 'resolved' }]);
    await channel.send(incidentMessage(), soon());
    expect(pagerduty.alerts).toMatchObject([{ state: 'resolved' }, { state: 'triggered', entries: 1 }]);
    expect(pagerduty.dropped).toEqual([]);
  });

  test('an end through another integration key is dropped there, though it is accepted', async () => {
    const pagerduty = await openPagerduty();
    await open(pagerduty.url).send(incidentMessage(), soon());
    const other = open(pagerduty.url, `x${routingKey.slice(1)}`);
    expect(await other.send(resolvedMessage(), soon())).toMatchObject({ kind: 'sent' });
    expect(pagerduty.dropped).toEqual(['resolve']);
    expect(pagerduty.alerts).toMatchObject([{ state: 'triggered' }]);
  });

  test('reported health has an alert of its own', async () => {
    const pagerduty = await openPagerduty();
    const channel = open(pagerduty.url);
    await channel.send(healthMessage({ from: null, to: 'unhealthy' }), soon());
    await channel.send(incidentMessage(), soon());
    await channel.send(healthMessage({ from: 'unhealthy', to: 'healthy' }), soon());
    expect(pagerduty.alerts).toMatchObject([{ state: 'resolved' }, { state: 'triggered' }]);
  });
});

test('a test opens an alert with severity info, and leaves none open', async () => {
  const pagerduty = await openPagerduty();
  expect(await open(pagerduty.url).send(incidentMessage({ kind: 'test' }), soon())).toMatchObject({
    ...{ kind: 'sent', answer: expect.stringMatching(/^202 Accepted/) },
  });
  expect(pagerduty.alerts).toMatchObject([{ state: 'resolved', entries: 1 }]);
});

describeProvider('PagerDuty', {
  config: (origin) => ({ id: 'pager', type: 'pagerduty', url: `${origin}/v2/enqueue`, routingKey }),
  secrets: [routingKey],
  taken: { status: 202, body: { status: 'success', message: 'Event processed', dedup_key: 'srv01/HTTP' } },
  answers,
  says: ({ status }) => ({
    status: Number(status),
    body: { status: 'invalid event', message: 'Event object is invalid', errors: ['JSON parse error'] },
  }),
  limit: { answer: { status: 429, body: 'Throttle limit exceeded' }, waitMs: 120_000 },
  faults: ({ body }) => faultsOf(body),
  // Its apps show plain text.
  forbidden: null,
});
