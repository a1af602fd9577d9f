import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/signl4/answers.ts';
import { signl4Message } from '../../../src/channels/signl4/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { resolvedMessage } from '../support/resolved-message.ts';
import { troubleMessage } from '../support/trouble-message.ts';

const secret = 'CANARYk2xq8z';

test('a Down for SIGNL4 opens an alert', () => {
  const message = incidentMessage({ lastMetrics: [] });
  expect(signl4Message(message, 'Shop')).toEqual({
    Title: '[Down] checkout (production): silent since 03:12:04 UTC',
    Message: [
      'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
      'Service: checkout',
      'Environment: production',
      'Last heartbeat: 2026-11-21 03:12:04 UTC',
      'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
      'Instances: 2 Down',
      `id ${message.notificationId}`,
      message.url,
    ].join('\n'),
    Link: message.url,
    'X-S4-Service': 'Shop',
    'X-S4-ExternalID': message.incidentId,
    'X-S4-Status': 'new',
    'X-S4-SourceSystem': 'Service Monitor',
  });
});

test('the end of the outage closes the same alert', () => {
  expect(signl4Message(resolvedMessage())).toMatchObject({
    ...{ 'X-S4-ExternalID': incidentMessage().incidentId, 'X-S4-Status': 'resolved' },
  });
});

test('trouble of a service is an alert of its own, and is closed when it is over', () => {
  const key = `instance-down-${troubleMessage().serviceId}`;
  expect(signl4Message(troubleMessage())).toMatchObject({ 'X-S4-ExternalID': key, 'X-S4-Status': 'new' });
  expect(signl4Message(troubleMessage({ isOver: true }))).toMatchObject({
    ...{ 'X-S4-ExternalID': key, 'X-S4-Status': 'resolved' },
  });
});

describeProvider('SIGNL4', {
  config: (url) => ({ id: 'pager', type: 'signl4', url, secret }),
  secrets: [secret],
  taken: { status: 201, body: { eventId: '2518-7b2c' } },
  answers,
  says: ({ status }) => ({ status: Number(status), body: { message: `no team ${secret}` } }),
  limit: { answer: { status: 429, headers: { 'retry-after': '60' } }, waitMs: 60_000 },
  faults({ body }) {
    const { Title: title, Message: text } = JSON.parse(body) as { Title: string; Message: string };
    return title.length > 250 || text.length > 4_000 ? ['too long'] : [];
  },
  forbidden: null,
});
