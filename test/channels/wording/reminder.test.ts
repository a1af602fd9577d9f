import { expect, test } from 'vitest';
import { mailOf } from '../../../src/channels/email/message.ts';
import { slackBody } from '../../../src/channels/slack/message.ts';
import { webhookBody } from '../../../src/channels/webhook/message.ts';
import { formatMessage } from '../../../src/channels/wording/format-message.ts';
import { incidentMessage } from '../support/incident-message.ts';

const minute = 60_000;
const late = {
  ...{ detectedAtMs: Date.UTC(2026, 10, 21, 3, 44, 6), ownSilentMs: 32 * minute },
  unacknowledgedMs: 30 * minute,
};

test('a reminder says for how long the service is down, and that nobody has acknowledged it', () => {
  const { subject, summary, facts } = formatMessage(incidentMessage({ kind: 'reminder', ...late }));
  expect(subject).toBe('[Reminder] checkout (production): still down after 32 min');
  expect(summary).toBe(
    'checkout in production is still down, since 2026-11-21 03:12:04 UTC. Nobody has acknowledged the incident.',
  );
  expect(facts).toContainEqual({ name: 'Not acknowledged', value: 'for 30 min' });
  expect(facts.map(({ name }) => name)).not.toContain('Detected');
});

test('an escalation says the same to who hears of it for the first time', () => {
  const message = incidentMessage({ kind: 'escalation', relapses: 2, flaps: true, minInstances: 3, ...late });
  const { subject, summary } = formatMessage({
    ...message,
    instances: { ...message.instances, Healthy: 1 },
  });
  expect(subject).toBe(
    '[Escalation] checkout (production): down for 32 min, not acknowledged, 1 of at least 3 instances alive',
  );
  expect(summary).toBe(
    'checkout in production is down since 2026-11-21 03:12:04 UTC: 1 of at least 3 instances alive. Nobody has acknowledged the incident in 30 min; it is the 3rd outage since 2026-11-21 03:12:04 UTC, as the service flaps.',
  );
});

test('a webhook has types of their own for both, with the time that passed', () => {
  const body = JSON.parse(webhookBody(incidentMessage({ kind: 'reminder', ...late }), 'http://monitor'));
  expect(body).toMatchObject({
    type: 'service-monitor.incident.reminder',
    time: '2026-11-21T03:44:06.000Z',
    data: { kind: 'reminder', unacknowledgedSeconds: 1_800 },
  });
});

test('a mail and a message for Slack have the link with which to acknowledge, beside the one to the incident', () => {
  const acknowledgeUrl = 'https://monitor.example.com/acknowledge/AXAs5WAl_S-It3';
  const message = incidentMessage({ acknowledgeUrl });
  const { text, html } = mailOf(message);
  expect(text).toContain(`Acknowledge\n  ${acknowledgeUrl}\n`);
  expect(html).toContain(`href="${acknowledgeUrl}"`);
  expect(slackBody(message)).toContain(`<${acknowledgeUrl}|Acknowledge>`);
  for (const body of [text, html, slackBody(message)]) expect(body).toContain(message.url);
  expect(mailOf(incidentMessage()).text).not.toContain('Acknowledge');
});
