import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/apprise/answers.ts';
import { appriseMessage } from '../../../src/channels/apprise/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';

const key = 'CANARY-ops-key';

test('a Down for Apprise API', () => {
  const message = incidentMessage({ lastMetrics: [] });
  expect(appriseMessage(message, 'ops')).toEqual({
    title: '[Down] checkout (production): silent since 03:12:04 UTC',
    body: [
      'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
      message.url,
      'Service: checkout',
      'Environment: production',
      'Last heartbeat: 2026-11-21 03:12:04 UTC',
      'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
      'Instances: 2 Down',
      `id ${message.notificationId}`,
    ].join('\n'),
    ...{ type: 'failure', format: 'text', tag: 'ops' },
  });
});

describeProvider('Apprise API', {
  config: (url) => ({ id: 'apprise', type: 'apprise', url, key }),
  secrets: [key],
  taken: { status: 200, body: { error: null, details: [] } },
  answers,
  says: ({ status }) => ({
    status: Number(status),
    ...(status === 204 ? {} : { body: { error: `One or more notifications could not be sent: ${key}` } }),
  }),
  faults: ({ body, path }) => [
    ...(path === `/notify/${key}` ? [] : [path]),
    ...(JSON.parse(body).body.length > 8_000 ? ['body'] : []),
  ],
  forbidden: null,
});
