import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/alertmanager/answers.ts';
import { alertmanagerAlert } from '../../../src/channels/alertmanager/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { healthMessage } from '../support/health-message.ts';
import { impairmentMessage } from '../support/impairment-message.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { resolvedMessage } from '../support/resolved-message.ts';
import { troubleMessage } from '../support/trouble-message.ts';

const token = 'CANARY-alertmanager-token';

test('a Down for Alertmanager fires with the labels of the service', () => {
  const labels = { team: 'shop', 'cost-centre': '7', severity: 'page', service: 'x' };
  const message = incidentMessage({ lastMetrics: [], labels });
  expect(alertmanagerAlert(message)).toEqual({
    labels: {
      ...{ alertname: 'ServiceDown', service: 'checkout', environment: 'production' },
      ...{ severity: 'page', team: 'shop', cost_centre: '7' },
    },
    annotations: {
      summary: '[Down] checkout (production): silent since 03:12:04 UTC',
      description: [
        'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
        'Service: checkout',
        'Environment: production',
        'Last heartbeat: 2026-11-21 03:12:04 UTC',
        'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
        'Instances: 2 Down',
      ].join('\n'),
      ...{ link: message.url, message_id: message.notificationId },
    },
    startsAt: '2026-11-21T03:12:04.000Z',
    // Until the end is told: without one Alertmanager would resolve it after 5 minutes.
    endsAt: '2026-12-21T03:12:04.000Z',
    generatorURL: message.url,
  });
});

test.each([
  ['an outage', incidentMessage(), resolvedMessage()],
  ['what a service says', healthMessage(), healthMessage({ from: 'unhealthy', to: 'healthy' })],
  ['trouble', troubleMessage(), troubleMessage({ isOver: true })],
  [
    'the monitor',
    impairmentMessage(),
    impairmentMessage({ kind: 'well', endedAtMs: Date.UTC(2026, 10, 21, 4) }),
  ],
])('the end has the labels of the beginning and ends the alert: %s', (_what, first, last) => {
  const [begun, over] = [alertmanagerAlert(first), alertmanagerAlert(last)] as Record<string, string>[];
  expect(over?.['labels']).toEqual(begun?.['labels']);
  expect(Date.parse(over?.['endsAt'] ?? '')).toBeLessThan(Date.parse(begun?.['endsAt'] ?? ''));
});

test('a test ends by itself', () => {
  const message = incidentMessage({ kind: 'test' });
  expect(alertmanagerAlert(message)).toMatchObject({
    ...{ labels: { alertname: 'MonitorTest' }, endsAt: '2026-11-21T03:17:04.000Z' },
  });
});

describeProvider('Alertmanager', {
  config: (url) => ({ id: 'alerts', type: 'alertmanager', url: `${url}/prefix/`, token }),
  secrets: [token],
  taken: { status: 200 },
  answers,
  says: ({ status }) => ({
    status: Number(status),
    body: JSON.stringify(`start time must be before end time ${token}`),
  }),
  faults({ body, path }) {
    const [alert] = JSON.parse(body);
    return [
      ...(path === '/prefix/api/v2/alerts' ? [] : [path]),
      ...(Object.keys(alert.labels).every((name) => /^[a-zA-Z_]\w*$/.test(name)) ? [] : ['labels']),
      ...(Date.parse(alert.startsAt) < Date.parse(alert.endsAt) ? [] : ['times']),
    ];
  },
  forbidden: null,
});
