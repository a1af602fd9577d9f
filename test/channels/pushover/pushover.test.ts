import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/pushover/answers.ts';
import { pushoverMessage } from '../../../src/channels/pushover/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { nowMs, openTestChannel } from '../support/open-test-channel.ts';
import { resolvedMessage } from '../support/resolved-message.ts';

const [token, user] = ['CANARYazGDORePK8gMaC0QOYAMyEEu', 'CANARYuQiRzpo4DXghDmr9QzzfQu27'];

test('a Down for Pushover', () => {
  const message = incidentMessage({ lastMetrics: [] });
  expect(pushoverMessage(message, false)).toEqual({
    title: '[Down] checkout (production): silent since 03:12:04 UTC',
    message: [
      'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
      'Service: checkout',
      'Environment: production',
      'Last heartbeat: 2026-11-21 03:12:04 UTC',
      'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
      'Instances: 2 Down',
    ].join('\n'),
    ...{ url: message.url, url_title: 'Open the incident', priority: '1' },
  });
});

test('an emergency rings until it is acknowledged, for as long as Pushover takes; its end does not', () => {
  expect(pushoverMessage(incidentMessage(), true)).toMatchObject({
    ...{ priority: '2', retry: '60', expire: '10800' },
  });
  expect(pushoverMessage(resolvedMessage(), true)).toMatchObject({ priority: '0' });
  expect(pushoverMessage(resolvedMessage(), true)).not.toHaveProperty('retry');
});

test('a link that is too long for its field stands whole in the text', () => {
  const url = `https://monitor.example.com/${'x'.repeat(500)}`;
  const fields = pushoverMessage(incidentMessage({ url }), false);
  expect(fields['message']).toMatch(new RegExp(`${url}$`));
  expect(fields).not.toHaveProperty('url');
});

test('is posted as a form', async () => {
  const receiver = await openReceiver();
  const { origin } = new URL(receiver.url);
  const channel = openTestChannel({ id: 'push', type: 'pushover', url: origin, token, user });
  await channel.send(incidentMessage(), AbortSignal.timeout(5_000));
  const [request] = receiver.received;
  expect(request?.path).toBe('/1/messages.json');
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    ...{ token, user },
    ...pushoverMessage(incidentMessage(), false),
  });
});

describeProvider('Pushover', {
  config: (url) => ({ id: 'push', type: 'pushover', url, token, user }),
  secrets: [token, user],
  taken: { status: 200, body: { status: 1, request: '647d2300-702c-4b38-8b2f-d56326ae460b' } },
  answers,
  says: ({ status, code }) => ({
    status: status === '2xx' ? 200 : Number(status),
    body: {
      ...(typeof code === 'string' && code !== 'refused' ? { [code]: 'invalid' } : {}),
      ...{
        errors: ['application token is invalid'],
        status: 0,
        request: '5042853c-402d-4a18-abcb-168734a801de',
      },
    },
  }),
  limit: {
    answer: {
      status: 429,
      headers: { 'x-limit-app-remaining': '0', 'x-limit-app-reset': String(nowMs / 1000 + 1_200) },
    },
    waitMs: 1_200_000,
  },
  faults({ body }) {
    const fields = new URLSearchParams(body);
    const length = (name: string) => [...(fields.get(name) ?? '')].length;
    const limits = { title: 250, message: 1024, url: 512, url_title: 100 };
    return Object.entries(limits).flatMap(([name, most]) => (length(name) > most ? [name] : []));
  },
  forbidden: null,
});
