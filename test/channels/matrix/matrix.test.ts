import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/matrix/answers.ts';
import { matrixMessage } from '../../../src/channels/matrix/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';

const token = 'syt_CANARY_bW9uaXRvcg';
const config = (url: string) => ({ id: 'room', type: 'matrix', url, token, room: '!636q:example.com' });

test('a Down for Matrix, in plain text and in HTML', () => {
  const message = incidentMessage({ lastMetrics: [], serviceName: '<i>a' });
  const lines = [
    'in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
    'Environment: production',
    'Last heartbeat: 2026-11-21 03:12:04 UTC',
    'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
    'Instances: 2 Down',
    `id ${message.notificationId}`,
  ];
  const [first, ...others] = lines;
  expect(matrixMessage(message)).toEqual({
    msgtype: 'm.text',
    body: [
      '🔴 [Down] <\u2060i>a (production): silent since 03:12:04 UTC',
      `No instance of <\u2060i>a ${first}`,
      'Service: <\u2060i>a',
      ...others,
      message.url,
    ].join('\n'),
    format: 'org.matrix.custom.html',
    formatted_body: [
      '<strong>🔴 [Down] &lt;\u2060i&gt;a (production): silent since 03:12:04 UTC</strong>',
      `No instance of &lt;\u2060i&gt;a ${first}`,
      'Service: &lt;\u2060i&gt;a',
      ...others,
      `<a href="${message.url}">Open the incident</a>`,
    ].join('<br>'),
    'm.mentions': {},
  });
});

test('a repetition has the same transaction id', async () => {
  const receiver = await openReceiver();
  const channel = openTestChannel(config(`${new URL(receiver.url).origin}/`));
  for (let attempt = 0; attempt < 2; attempt++)
    await channel.send(incidentMessage(), AbortSignal.timeout(5_000));
  const path = `/_matrix/client/v3/rooms/!636q%3Aexample.com/send/m.room.message/${incidentMessage().notificationId}`;
  const request = { method: 'PUT', path, headers: { authorization: `Bearer ${token}` } };
  expect(receiver.received).toMatchObject([request, request]);
});

describeProvider('Matrix', {
  config,
  secrets: [token],
  taken: { status: 200, body: { event_id: '$YUwRidLecu:example.com' } },
  answers,
  says: ({ status, code }) => ({ status: Number(status), body: { errcode: code, error: `no ${token}` } }),
  limit: {
    answer: { status: 429, body: { errcode: 'M_LIMIT_EXCEEDED', error: 'x', retry_after_ms: 2_500 } },
    waitMs: 2_500,
  },
  faults: ({ body }) => (Buffer.byteLength(body) > 60_000 ? [`${Buffer.byteLength(body)} bytes`] : []),
});
