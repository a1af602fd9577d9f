import { describe, expect, test } from 'vitest';
import { alertmanagerAlert } from '../../src/channels/alertmanager/message.ts';
import { mailOf } from '../../src/channels/email/message.ts';
import { alertRequests } from '../../src/channels/jsm/message.ts';
import { pagerdutyEvents } from '../../src/channels/pagerduty/message.ts';
import { slackBody } from '../../src/channels/slack/message.ts';
import { splunkOnCallMessage } from '../../src/channels/splunk-on-call/message.ts';
import { webhookBody } from '../../src/channels/webhook/message.ts';
import { alertOf } from '../../src/channels/wording/alert-of.ts';
import { formatMessage } from '../../src/channels/wording/format-message.ts';
import { offeredActs } from '../../src/channels/wording/offered-acts.ts';
import type { GroupMessage } from '../../src/domain/failure-domains/group-message.ts';

const groupId = '00000000-0000-8000-8000-000000000007';
const service = (serviceName: string, isBack = false) => ({
  ...{ serviceId: `id of ${serviceName}`, serviceName, environment: 'production' },
  ...{ incidentId: `incident of ${serviceName}`, isBack, isToldAlone: false },
});

function groupMessage(more: Partial<GroupMessage> = {}): GroupMessage {
  return {
    notificationId: '00000000-0000-8000-8000-000000000001',
    ...{ incidentId: groupId, groupId, kind: 'group', stage: 'opened' },
    cause: { kind: 'host', values: ['h7'], serviceId: null },
    ...{ versionOf: null, silent: 12, members: 12, weakened: 9 },
    firstSilentAtMs: Date.parse('2026-11-21T14:02:11Z'),
    lastSilentAtMs: Date.parse('2026-11-21T14:02:38Z'),
    endedAtMs: null,
    atMs: Date.parse('2026-11-21T14:04:12Z'),
    services: [service('cart'), service('mail')],
    notExplained: [{ serviceName: 'payments', environment: 'production' }],
    url: 'https://monitor.example/#/incidents',
    ...more,
  };
}

const over = groupMessage({
  ...{ kind: 'group-over', stage: 'over', silent: 0 },
  endedAtMs: Date.parse('2026-11-21T14:22:11Z'),
  services: [service('cart', true), service('mail')],
});

describe('a message of an outage group', () => {
  test('names the cause, how much is silent and since when, and what it does and does not explain', () => {
    expect(formatMessage(groupMessage())).toEqual({
      subject: '[Down] Host h7 is silent: 12 of 12 instances',
      topic: 'Outage of Host h7 since 2026-11-21 14:02:11 UTC',
      summary:
        'Host h7 is silent: 12 of 12 instances since 14:02:11–38 UTC. Down: cart (production), mail (production). Weakened: 9 services. Not explained by it: payments (production).',
      facts: [
        { name: 'Cause', value: 'Host h7' },
        { name: 'Silent', value: '12 of 12 instances' },
        { name: 'Silent since', value: '2026-11-21 14:02:11 UTC' },
        { name: 'Down', value: 'cart (production), mail (production)' },
        { name: 'Weakened', value: '9 services' },
      ],
      lastSeen: [],
      linkText: 'Open the incidents',
    });
  });

  test('that somebody works on all says who, is silent, ends a call, and asks nobody any more', () => {
    const mine = (name: string, acknowledgedBy = 'ada') => ({ ...service(name), acknowledgedBy });
    const acknowledged = groupMessage({
      ...{ stage: 'acknowledged', services: [mine('cart'), mine('mail'), service('back', true)] },
      acknowledgeUrl: 'https://monitor.example/acknowledge/x',
    });
    expect(formatMessage(acknowledged)).toMatchObject({
      subject: '[Acknowledged] Host h7: ada works on the outage',
      facts: expect.arrayContaining([{ name: 'Acknowledged', value: 'by ada' }]),
    });
    expect(formatMessage(acknowledged)).not.toHaveProperty('acknowledgeUrl');
    expect(offeredActs(acknowledged)).toEqual([]);
    expect(pagerdutyEvents(acknowledged, 'key')).toEqual([
      { routing_key: 'key', event_action: 'acknowledge', dedup_key: groupId },
    ]);
    expect(alertRequests(acknowledged)).toMatchObject([{ path: expect.stringContaining('/acknowledge?') }]);
    expect(splunkOnCallMessage(acknowledged)).toMatchObject({ message_type: 'ACKNOWLEDGEMENT' });
    const some = groupMessage({
      stage: 'changed',
      services: [mine('cart'), mine('mail', 'bob'), service('web')],
    });
    expect(formatMessage(some).facts.filter(({ name }) => name === 'Acknowledged')).toEqual([
      { name: 'Acknowledged', value: 'by ada: cart (production)' },
      { name: 'Acknowledged', value: 'by bob: mail (production)' },
    ]);
    expect(offeredActs(some)).toEqual(['acknowledge']);
  });

  test('does not say that a service is heard again whose incident somebody resolved while it was silent', () => {
    const closed = { ...service('mail', true), isClosed: true as const };
    const message = groupMessage({ services: [service('cart', true), closed, service('web')] });
    const { facts } = formatMessage(message);
    expect(facts.slice(3, 6)).toEqual([
      { name: 'Down', value: 'web (production)' },
      { name: 'Heard again', value: 'cart (production)' },
      { name: 'Resolved by hand', value: 'mail (production)' },
    ]);
    const { services } = JSON.parse(webhookBody(message, 'https://monitor.example')).data;
    expect(services[1]).toMatchObject({ back: false, resolvedByHand: true });
  });

  test('names services in the order of the alphabet, and how many are weakened in words', () => {
    const words = formatMessage(groupMessage({ services: [service('mail'), service('cart')], weakened: 1 }));
    expect(words.summary).toContain('Down: cart (production), mail (production).');
    expect(words.facts).toContainEqual({ name: 'Down', value: 'cart (production), mail (production)' });
    expect(words.facts).toContainEqual({ name: 'Weakened', value: '1 service' });
  });

  test('says of everything at once how much, and that the network or the monitor is suspect', () => {
    const message = groupMessage({ cause: { kind: 'everything' }, silent: 62, members: 100 });
    expect(formatMessage(message)).toMatchObject({
      subject: '[Down] 62 % of all instances are silent: 62 of 100 instances',
      summary: expect.stringContaining('Suspect the network or the monitor.'),
    });
  });

  test('says in the reminder that it goes on, and names every service', () => {
    const services = Array.from({ length: 30 }, (_, i) => service(`s${i}`));
    const words = formatMessage(groupMessage({ stage: 'reminder', services }));
    expect(words.subject).toBe('[Still down] Host h7 is silent: 12 of 12 instances');
    for (const { serviceName } of services) expect(words.summary).toContain(`${serviceName} (production)`);
  });

  test('says in its escalation for how long it goes on', () => {
    const firstSilentAtMs = Date.UTC(2026, 0, 2);
    const words = formatMessage(
      groupMessage({ stage: 'escalation', firstSilentAtMs, atMs: firstSilentAtMs + 900_000 }),
    );
    expect(words.subject).toBe('[Escalation] Host h7 is silent: 12 of 12 instances, for 15 min');
    expect(words.summary).toMatch(
      /This goes on for 15 min, and not all of these incidents are acknowledged\.$/,
    );
  });

  test('says at its end how long it was, and what is still Down', () => {
    expect(formatMessage(over)).toMatchObject({
      subject: '[Resolved] Host h7: the outage is over',
      summary:
        'The outage of Host h7 is over after 20 min. Still Down, with messages of their own: mail (production). The end of each incident is told by itself.',
    });
  });

  test('is the same subject in a mail and in Slack, and all its mails hang together', () => {
    const subject = '[Down] Host h7 is silent: 12 of 12 instances';
    expect(mailOf(groupMessage()).subject).toBe(subject);
    expect(JSON.parse(slackBody(groupMessage())).text).toBe(subject);
    expect(mailOf(over).references).toEqual(mailOf(groupMessage()).references);
  });

  test('has one key in all its webhooks, and the end has a kind of its own', () => {
    const bodyOf = (message: GroupMessage) => JSON.parse(webhookBody(message, 'https://monitor.example'));
    expect(bodyOf(groupMessage())).toMatchObject({
      ...{ type: 'service-monitor.group.opened', subject: groupId, time: '2026-11-21T14:04:12.000Z' },
      data: {
        ...{ groupId, kind: 'group', cause: { kind: 'host', values: ['h7'] }, weakened: 9 },
        instances: { silent: 12, total: 12 },
        services: [{ serviceName: 'cart', back: false }, { serviceName: 'mail' }],
        notExplained: [{ serviceName: 'payments', environment: 'production' }],
      },
    });
    expect(bodyOf(over)).toMatchObject({
      ...{ type: 'service-monitor.group.over', subject: groupId },
      data: { groupId, kind: 'group-over', endedAt: '2026-11-21T14:22:11.000Z' },
    });
  });

  test('is one alert of a pager, and of Alertmanager, which its end closes', () => {
    expect(alertOf(groupMessage())).toEqual({ key: groupId, isOver: false });
    expect(alertOf(groupMessage({ stage: 'changed' }))).toEqual({ key: groupId, isOver: false });
    expect(alertOf(over)).toEqual({ key: groupId, isOver: true });
    const labels = { alertname: 'OutageGroup', severity: 'critical', outage_group: groupId };
    expect(alertmanagerAlert(groupMessage())).toMatchObject({ labels, startsAt: '2026-11-21T14:02:11.000Z' });
    expect(alertmanagerAlert(over)).toMatchObject({ labels, endsAt: '2026-11-21T14:22:11.000Z' });
  });

  test('cannot be forged by the name of a host', () => {
    const cause = { kind: 'host' as const, values: ['h7\nTo: all'], serviceId: null };
    expect(formatMessage(groupMessage({ cause })).subject).not.toContain('\n');
    expect(formatMessage(groupMessage({ cause })).summary).not.toContain('\n');
  });
});

test('a group is one alert of PagerDuty, which its end resolves', () => {
  const key = 'e93facc04764012d7bfb002500d5d1a6';
  const [opened, ended] = [groupMessage(), over].map((message) => pagerdutyEvents(message, key)[0]);
  expect(opened).toMatchObject({
    ...{ event_action: 'trigger', dedup_key: groupId },
    payload: { severity: 'critical', summary: expect.stringContaining('Host h7 is silent') },
  });
  expect(ended).toEqual({ routing_key: key, event_action: 'resolve', dedup_key: groupId });
});
