import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/splunk-on-call/answers.ts';
import { splunkOnCallMessage } from '../../../src/channels/splunk-on-call/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { resolvedMessage } from '../support/resolved-message.ts';
import { troubleMessage } from '../support/trouble-message.ts';

const [key, route] = ['CANARY-1234-5678-9abc', 'CANARYroute'];

test('a Down for Splunk On-Call pages', () => {
  const message = incidentMessage({ lastMetrics: [] });
  expect(splunkOnCallMessage(message)).toEqual({
    message_type: 'CRITICAL',
    entity_id: message.incidentId,
    entity_display_name: '[Down] checkout (production): silent since 03:12:04 UTC',
    state_message: [
      'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
      'Service: checkout',
      'Environment: production',
      'Last heartbeat: 2026-11-21 03:12:04 UTC',
      'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
      'Instances: 2 Down',
      `id ${message.notificationId}`,
      message.url,
    ].join('\n'),
    monitoring_tool: 'Service Monitor',
    'vo_annotate.u.Open the incident': message.url,
  });
});

test.each([
  ['the end of the outage', resolvedMessage(), 'RECOVERY'],
  ['that somebody acknowledged it here', incidentMessage({ kind: 'acknowledged' }), 'ACKNOWLEDGEMENT'],
  ['trouble that is less than an outage', troubleMessage(), 'WARNING'],
  ['the end of that trouble', troubleMessage({ isOver: true }), 'RECOVERY'],
  ['a test, which pages nobody', incidentMessage({ kind: 'test' }), 'INFO'],
])('%s', (_what, message, type) => {
  expect(splunkOnCallMessage(message)).toMatchObject({ message_type: type });
});

describeProvider('Splunk On-Call', {
  config: (origin) => ({
    ...{ id: 'pager', type: 'splunk-on-call' },
    url: `${origin}/integrations/generic/20131114/alert/${key}/${route}`,
  }),
  secrets: [key, route],
  taken: { status: 200, body: { result: 'success', entity_id: incidentMessage().incidentId } },
  answers,
  says: ({ status, code }) => ({
    status: status === '2xx' ? 200 : Number(status),
    body: { result: code ?? 'failure', message: 'no' },
  }),
  limit: { answer: { status: 429, headers: { 'retry-after': '20' } }, waitMs: 20_000 },
  faults({ body }) {
    const { entity_display_name: name, state_message: text } = JSON.parse(body) as Record<string, string>;
    return (name ?? '').length > 250 || (text ?? '').length > 8_000 ? ['too long'] : [];
  },
  forbidden: null,
});
