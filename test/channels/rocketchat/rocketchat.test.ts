import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/rocketchat/answers.ts';
import { rocketchatMessage } from '../../../src/channels/rocketchat/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { nowMs } from '../support/open-test-channel.ts';

const hook = 'CANARYwf8gNvbyPfDX488';

test('a Down for Rocket.Chat', () => {
  const message = incidentMessage({ lastMetrics: [], serviceName: '*a*`b`||c||[d](e)' });
  expect(rocketchatMessage(message, '#ops')).toEqual({
    channel: '#ops',
    text: `🔴 [Down] \\*a\\*\\\`b\\\`|\u2060|c|\u2060|[d]\u2060(e) (production): silent since 03:12:04 UTC\n${message.url}`,
    parseUrls: false,
    attachments: [
      {
        ...{ title: 'Open the incident', title_link: message.url, color: '#b42318' },
        text: [
          '```',
          'No instance of *a*ˋbˋ||c||[d](e) in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
          'Service: *a*ˋbˋ||c||[d](e)',
          'Environment: production',
          'Last heartbeat: 2026-11-21 03:12:04 UTC',
          'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
          'Instances: 2 Down',
          `id ${message.notificationId}`,
          '```',
        ].join('\n'),
      },
    ],
  });
});

describeProvider('Rocket.Chat', {
  config: (origin) => ({ ...{ id: 'chat', type: 'rocketchat' }, url: `${origin}/hooks/64f0/${hook}` }),
  secrets: [hook],
  taken: { status: 200, body: { success: true } },
  answers,
  says: ({ status, code = 'Service Unavailable' }) => ({
    status: status === '2xx' ? 200 : status === '4xx' ? 404 : status,
    body: { success: false, ...(code === 'false' ? {} : { error: code }) },
  }),
  limit: {
    answer: {
      status: 429,
      headers: { 'x-ratelimit-limit': '10', 'x-ratelimit-reset': String(nowMs + 41_000) },
      body: { success: false, error: 'Error, too many requests. [error-too-many-requests]' },
    },
    waitMs: 41_000,
  },
  faults({ body }) {
    const { text, attachments } = JSON.parse(body);
    const details = attachments[0].text.replace(/^```\n|\n```$/g, '');
    return [
      ...(text.length + attachments[0].text.length > 5_000 ? ['too long'] : []),
      ...(details.includes('`') ? ['ends the block of code'] : []),
    ];
  },
});
