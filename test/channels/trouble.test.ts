import { describe, expect, test } from 'vitest';
import { mailOf } from '../../src/channels/email/message.ts';
import { slackBody } from '../../src/channels/slack/message.ts';
import { webhookBody } from '../../src/channels/webhook/message.ts';
import { formatMessage } from '../../src/channels/wording/format-message.ts';
import { troubleMessage } from './support/trouble-message.ts';

describe('a message about trouble that is less than an outage', () => {
  test('says how many instances are Down, which, and that it is no outage', () => {
    expect(formatMessage(troubleMessage())).toEqual({
      subject: '[Instances] checkout (production): 1 instance is Down',
      topic: 'Trouble of checkout (production)',
      summary:
        '1 instance is Down of checkout in production at 2026-11-21 03:12:04 UTC. Others live: this is not an outage.',
      facts: [
        { name: 'Service', value: 'checkout' },
        { name: 'Environment', value: 'production' },
        { name: 'Instances', value: '1 Down, 4 Healthy (5 in all)' },
        { name: 'web-7:8080', value: 'Down, last heard 2026-11-21 03:10:04 UTC' },
      ],
      lastSeen: [],
      linkText: 'Open the service',
    });
  });

  test.each([
    ['degraded', false, '[Degraded] checkout (production): 1 instance is late or Down'],
    ['degraded', true, '[Degraded] checkout (production): over'],
    ['instance-down', true, '[Instances] checkout (production): none is Down any more'],
  ] as const)('%s, over: %s, is told in every channel', (kind, isOver, subject) => {
    const message = troubleMessage({ kind, isOver });
    expect(formatMessage(message).subject).toBe(subject);
    expect(mailOf(message).subject).toBe(subject);
    expect(JSON.parse(slackBody(message)).text).toBe(subject);
    const { type, data } = JSON.parse(webhookBody(message, 'https://monitor.example.com'));
    expect(type).toBe(`service-monitor.service.${kind}`);
    expect(data).toMatchObject({ kind, over: isOver, instances: { total: 5, down: 1, healthy: 4 } });
    expect(data.late).toEqual([
      {
        instanceKey: 'web-7:8080',
        hostname: 'web-7',
        status: 'Down',
        lastHeartbeatAt: '2026-11-21T03:10:04.000Z',
      },
    ]);
  });

  test('a webhook has the labels of the service', () => {
    const { data } = JSON.parse(webhookBody(troubleMessage({ labels: { team: 'shop' } }), 'x'));
    expect(data.service.labels).toEqual({ team: 'shop' });
  });
});
