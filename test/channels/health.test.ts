import { describe, expect, test } from 'vitest';
import { mailOf } from '../../src/channels/email/message.ts';
import { slackBody } from '../../src/channels/slack/message.ts';
import { webhookBody } from '../../src/channels/webhook/message.ts';
import { formatMessage } from '../../src/channels/wording/format-message.ts';
import { healthMessage } from './support/health-message.ts';

describe('a message about what a service says of itself', () => {
  test('says who is unwell and why, and that it is no outage', () => {
    expect(formatMessage(healthMessage({ from: 'degraded' }))).toEqual({
      subject: '[Health] checkout (production): reports unhealthy',
      topic: 'Health of checkout (production)',
      summary:
        'checkout in production reports unhealthy since 2026-11-21 03:12:04 UTC. Its heartbeats arrive: this is not an outage.',
      facts: [
        { name: 'Service', value: 'checkout' },
        { name: 'Environment', value: 'production' },
        { name: 'Reported before', value: 'degraded' },
        { name: 'Instances', value: '1 unhealthy, 4 healthy' },
        { name: 'web-7:8080', value: 'unhealthy: database: timed out' },
      ],
      lastSeen: [],
      linkText: 'Open the service',
    });
  });

  test('says nothing of before when nothing was told before', () => {
    const first = healthMessage({ from: null });
    expect(formatMessage(first).facts.map(({ name }) => name)).not.toContain('Reported before');
    expect(slackBody(first)).not.toContain('Reported before');
    expect(JSON.parse(webhookBody(first, 'https://monitor.example.com')).data.from).toBeNull();
  });

  test('says when it is well again', () => {
    const well = healthMessage({ from: 'unhealthy', to: 'healthy', unwell: [] });
    const { subject, summary } = formatMessage(well);
    expect(subject).toBe('[Health] checkout (production): reports healthy again');
    expect(summary).toBe(
      'checkout in production reports healthy again since 2026-11-21 03:12:04 UTC; before that it reported unhealthy.',
    );
  });

  test('is an event of its own for programs', () => {
    const message = healthMessage();
    const { id, type, subject, time, data } = JSON.parse(webhookBody(message, 'https://monitor.example.com'));
    expect({ id, type, subject, time, data }).toEqual({
      id: message.notificationId,
      type: 'service-monitor.service.health',
      subject: message.serviceId,
      time: '2026-11-21T03:12:04.000Z',
      data: {
        ...{ kind: 'health', from: 'healthy', to: 'unhealthy' },
        service: { serviceId: message.serviceId, serviceName: 'checkout', environment: 'production' },
        instances: { unhealthy: 1, degraded: 0, healthy: 4 },
        unwell: message.unwell,
        url: message.url,
      },
    });
  });

  test('goes by mail and to a chat like any other, all of one service in one conversation', () => {
    const message = healthMessage();
    expect(mailOf(message).references).toBe(`<${message.serviceId}@service-monitor>`);
    expect(mailOf(message).text).toContain('unhealthy: database: timed out');
    expect(slackBody(message)).toContain('🟡');
  });
});
