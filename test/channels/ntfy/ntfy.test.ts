import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/ntfy/answers.ts';
import { ntfyMessage } from '../../../src/channels/ntfy/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';
import { resolvedMessage } from '../support/resolved-message.ts';

const [topic, token] = ['CANARY-alerts-x81', 'tk_CANARYmVBoFD37zQ'];

test('a Down for ntfy', () => {
  const message = incidentMessage({ lastMetrics: [] });
  expect(ntfyMessage(message, topic)).toEqual({
    topic,
    title: '[Down] checkout (production): silent since 03:12:04 UTC',
    message: [
      'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
      'Service: checkout',
      'Environment: production',
      'Last heartbeat: 2026-11-21 03:12:04 UTC',
      'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
      'Instances: 2 Down',
    ].join('\n'),
    ...{ priority: 5, tags: ['red_circle'], click: message.url },
    actions: [{ action: 'view', label: 'Open the incident', url: message.url }],
    sequence_id: message.notificationId,
  });
});

test('the end does not ring as a Down does', () => {
  expect(ntfyMessage(resolvedMessage(), topic)).toMatchObject({ priority: 3, tags: ['green_circle'] });
});

test('is published at the root of the server, with the token', async () => {
  const receiver = await openReceiver();
  const { origin } = new URL(receiver.url);
  const channel = openTestChannel({ id: 'push', type: 'ntfy', url: origin, topic, token });
  await channel.send(incidentMessage(), AbortSignal.timeout(5_000));
  expect(receiver.received[0]).toMatchObject({ path: '/', headers: { authorization: `Bearer ${token}` } });
});

describeProvider('ntfy', {
  config: (url) => ({ id: 'push', type: 'ntfy', url, topic, token }),
  secrets: [topic, token],
  taken: { status: 200, body: { id: 'xE73Iyuabi', time: 1_673_542_291, event: 'message', topic: 't' } },
  answers,
  says: ({ status, code }) => ({
    status: Number(status),
    body: { code: code ?? 50_701, http: status, error: 'forbidden', link: 'https://ntfy.sh/docs/publish' },
  }),
  faults({ body }) {
    const { message, title } = JSON.parse(body) as { message: string; title: string };
    return [
      ...(Buffer.byteLength(message) > 4096 ? ['message'] : []),
      ...(title.length > 250 ? ['title'] : []),
      ...(Buffer.byteLength(body) > 8192 ? ['body'] : []),
    ];
  },
  // Its apps show plain text, without links and mentions.
  forbidden: null,
});
