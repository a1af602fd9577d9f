import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/zulip/answers.ts';
import { zulipMessage } from '../../../src/channels/zulip/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';
import { resolvedMessage } from '../support/resolved-message.ts';

const [bot, token] = ['monitor-bot@example.com', 'CANARYgc5nn7GEvAAqEC'];
const config = (url: string) => ({ ...{ id: 'chat', type: 'zulip', url }, bot, token, channel: 'ops' });

test('a Down for Zulip stands in code, because Zulip has no escapes', () => {
  const message = incidentMessage({ lastMetrics: [], serviceName: '```a' });
  expect(zulipMessage(message)).toEqual({
    topic: 'ˋˋˋa (production) since 2026-11-21 03:12:04 UTC'.replaceAll('ˋ', '`'),
    content: [
      '🔴 `[Down] ˋˋˋa (production): silent since 03:12:04 UTC`',
      '```text',
      'No instance of ˋˋˋa in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
      'Service: ˋˋˋa',
      'Environment: production',
      'Last heartbeat: 2026-11-21 03:12:04 UTC',
      'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
      'Instances: 2 Down',
      `id ${message.notificationId}`,
      '```',
      `[Open the incident](${message.url})`,
    ].join('\n'),
  });
});

test('the end of an incident has the topic of its beginning', () => {
  expect(zulipMessage(resolvedMessage()).topic).toBe(zulipMessage(incidentMessage()).topic);
});

test('is posted by the bot to the channel, under its own topic if one is named', async () => {
  const receiver = await openReceiver();
  const { origin } = new URL(receiver.url);
  const channel = openTestChannel({ ...config(origin), topic: 'alerts' });
  await channel.send(incidentMessage(), AbortSignal.timeout(5_000));
  const [request] = receiver.received;
  expect(request).toMatchObject({ path: '/api/v1/messages', headers: { authorization: expect.any(String) } });
  expect(atob(request?.headers['authorization']?.slice('Basic '.length) ?? '')).toBe(`${bot}:${token}`);
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toMatchObject({
    ...{ type: 'stream', to: '"ops"', topic: 'alerts' },
  });
});

describeProvider('Zulip', {
  config,
  secrets: [token, btoa(`${bot}:${token}`)],
  taken: { status: 200, body: { id: 42, msg: '', result: 'success' } },
  answers,
  says: ({ status, code }) => ({
    status: Number(status),
    body: { code, msg: `no: ${token}`, result: 'error' },
  }),
  limit: {
    answer: {
      status: 429,
      headers: { 'x-ratelimit-remaining': '0' },
      body: {
        code: 'RATE_LIMIT_HIT',
        msg: 'API usage exceeded rate limit',
        'retry-after': 28.706,
        result: 'error',
      },
    },
    waitMs: 28_706,
  },
  faults({ body }) {
    const fields = new URLSearchParams(body);
    const content = fields.get('content') ?? '';
    return [
      ...([...(fields.get('topic') ?? '')].length > 60 ? ['topic'] : []),
      ...([...content].length > 10_000 ? ['content'] : []),
      // One pair for the subject, two fences.
      ...(content.replace(/[^`]/g, '').length === 2 + 6 ? [] : ['ends the code']),
    ];
  },
  // In code nothing is looked for; the topic is plain text.
  forbidden: /%60%60%60.*%60%60%60.*(evil|everyone)/,
});
