import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/gotify/answers.ts';
import { gotifyMessage } from '../../../src/channels/gotify/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';

const token = 'CANARYA8kNg2Zf5p';

test('a Down for Gotify', () => {
  const message = incidentMessage({ lastMetrics: [] });
  expect(gotifyMessage(message)).toEqual({
    title: '[Down] checkout (production): silent since 03:12:04 UTC',
    message: [
      'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
      'Service: checkout',
      'Environment: production',
      'Last heartbeat: 2026-11-21 03:12:04 UTC',
      'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
      'Instances: 2 Down',
      `id ${message.notificationId}`,
      message.url,
    ].join('\n'),
    priority: 8,
    extras: {
      'client::display': { contentType: 'text/plain' },
      'client::notification': { click: { url: message.url } },
    },
  });
});

test('the token stands in a header, not in the address', async () => {
  const receiver = await openReceiver();
  const url = `${new URL(receiver.url).origin}/gotify/`;
  const channel = openTestChannel({ id: 'push', type: 'gotify', url, token });
  await channel.send(incidentMessage(), AbortSignal.timeout(5_000));
  expect(receiver.received[0]).toMatchObject({ path: '/gotify/message', headers: { 'x-gotify-key': token } });
});

describeProvider('Gotify', {
  config: (url) => ({ id: 'push', type: 'gotify', url, token }),
  secrets: [token],
  taken: { status: 200, body: { id: 25, appid: 5, message: 'x', date: '2026-11-21T03:14:07Z' } },
  answers,
  says: ({ status }) => ({
    status: Number(status),
    body: { error: 'Unauthorized', errorCode: status, errorDescription: 'you need to provide a valid token' },
  }),
  faults: ({ body }) => (JSON.parse(body).message.length > 8_000 ? ['message'] : []),
  forbidden: null,
});
