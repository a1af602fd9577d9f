import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/mattermost/answers.ts';
import { mattermostMessage } from '../../../src/channels/mattermost/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';

const hook = 'CANARYgeneratedkey7';

test('a Down for Mattermost', () => {
  const message = incidentMessage({ lastMetrics: [] });
  const subject = '🔴 [Down] checkout (production): silent since 03:12:04 UTC';
  expect(mattermostMessage(message, 'ops')).toEqual({
    channel: 'ops',
    attachments: [
      {
        ...{ fallback: subject, color: '#b42318', pretext: subject },
        text: [
          'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.  ',
          'Service: checkout  ',
          'Environment: production  ',
          'Last heartbeat: 2026-11-21 03:12:04 UTC  ',
          'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s  ',
          'Instances: 2 Down  ',
          `id ${message.notificationId}  `,
          `[Open the incident](${message.url})`,
        ].join('\n'),
      },
    ],
  });
});

describeProvider('Mattermost', {
  config: (origin) => ({ ...{ id: 'chat', type: 'mattermost' }, url: `${origin}/hooks/${hook}` }),
  secrets: [hook],
  taken: { status: 200, body: 'ok' },
  answers,
  says: ({ status, code = 'api.context.rate_limit' }) => ({
    status: Number(status),
    body: {
      id: code,
      message: 'Invalid webhook.',
      request_id: 'qe3eyht563d1b8xani3g93dgfh',
      status_code: status,
    },
  }),
  limit: {
    answer: { status: 429, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '12' } },
    waitMs: 12_000,
  },
  faults({ body }) {
    const [attachment] = JSON.parse(body).attachments;
    const length = attachment.pretext.length + attachment.text.length;
    return length > 16_383 || attachment.text.length > 4_000 ? [`${length} characters`] : [];
  },
});
