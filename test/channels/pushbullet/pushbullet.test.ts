import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/pushbullet/answers.ts';
import { pushbulletMessage } from '../../../src/channels/pushbullet/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { nowMs, openTestChannel } from '../support/open-test-channel.ts';

const token = 'o.CANARYRUe7IZgC6384GrI1';
const config = (url: string) => ({ id: 'push', type: 'pushbullet', url, token });

test('a Down for Pushbullet', () => {
  const message = incidentMessage({ lastMetrics: [] });
  expect(pushbulletMessage(message)).toEqual({
    type: 'link',
    title: '🔴 [Down] checkout (production): silent since 03:12:04 UTC',
    body: [
      'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
      'Service: checkout',
      'Environment: production',
      'Last heartbeat: 2026-11-21 03:12:04 UTC',
      'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
      'Instances: 2 Down',
    ].join('\n'),
    ...{ url: message.url, guid: message.notificationId },
  });
});

test('is pushed to the device that is named', async () => {
  const receiver = await openReceiver();
  const channel = openTestChannel({
    ...config(new URL(receiver.url).origin),
    device: 'ujpah72o0sjAoRtnM0jc',
  });
  await channel.send(incidentMessage(), AbortSignal.timeout(5_000));
  const [request] = receiver.received;
  expect(request).toMatchObject({ path: '/v2/pushes', headers: { 'access-token': token } });
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ device_iden: 'ujpah72o0sjAoRtnM0jc' });
});

describeProvider('Pushbullet', {
  config,
  secrets: [token],
  taken: { status: 200, body: { active: true, iden: 'ujpah72o0sjAoRtnM0jc', type: 'link' } },
  answers,
  says: ({ status, code = 'invalid_access_token' }) => ({
    status: Number(status),
    body: {
      error: {
        cat: '~(=^‥^)',
        code,
        message: 'Access token is missing or invalid.',
        type: 'invalid_request',
      },
    },
  }),
  limit: {
    answer: {
      status: 429,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(nowMs / 1000 + 90) },
    },
    waitMs: 90_000,
  },
  faults({ body }) {
    const { title, body: text } = JSON.parse(body) as { title: string; body: string };
    return title.length > 250 || text.length > 4_000 ? ['too long'] : [];
  },
  forbidden: null,
});
