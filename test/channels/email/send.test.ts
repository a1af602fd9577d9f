import { describe, expect, test } from 'vitest';
import { incidentMessage } from '../support/incident-message.ts';
import { openMailChannel } from '../support/open-mail-channel.ts';
import { openMailbox } from '../support/open-mailbox.ts';
import { resolvedMessage } from '../support/resolved-message.ts';

const message = incidentMessage();

describe('the mail that a server receives', () => {
  test('has the id of its notification, refers to its incident, and tells robots not to answer', async () => {
    const mailbox = await openMailbox();
    const channel = openMailChannel(mailbox.url, { to: ['ops@example.com', 'boss@example.com'] });
    const outcome = await channel.send(message, AbortSignal.timeout(30_000));
    expect(outcome).toMatchObject({ kind: 'sent', answer: expect.stringMatching(/^250 /) });

    expect(mailbox.recipients).toEqual([['ops@example.com', 'boss@example.com']]);
    const [mail] = mailbox.mails;
    expect(mail).toMatchObject({
      subject: '[Down] checkout (production): silent since 03:12:04 UTC',
      from: { name: 'Service Monitor', address: 'monitor@example.com' },
      messageId: `<${message.notificationId}@service-monitor>`,
      inReplyTo: `<${message.incidentId}@service-monitor>`,
      references: `<${message.incidentId}@service-monitor>`,
    });
    const headers = Object.fromEntries(mail?.headers.map(({ key, value }) => [key, value]) ?? []);
    expect(headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      'x-service-monitor-incident': message.incidentId,
      'thread-topic': 'checkout (production) since 2026-11-21 03:12:04 UTC',
    });
    expect(mail?.text).toContain('CPU                 97.3 %');
    expect(mail?.html).toContain('Open the incident');
  });

  test('keeps its id when it is sent again, and its thread when the outage is over', async () => {
    const mailbox = await openMailbox();
    const channel = openMailChannel(mailbox.url);
    for (const each of [message, message, resolvedMessage()]) {
      expect(await channel.send(each, AbortSignal.timeout(30_000))).toMatchObject({ kind: 'sent' });
    }
    const [first, again, end] = mailbox.mails;
    expect(again?.messageId).toBe(first?.messageId);
    expect(end?.messageId).not.toBe(first?.messageId);
    expect(end?.references).toBe(first?.references);
    const topics = mailbox.mails.map(
      ({ headers }) => headers.find(({ key }) => key === 'thread-topic')?.value,
    );
    expect(new Set(topics).size).toBe(1);
  });

  test('has no header and no recipient that a service smuggled in', async () => {
    const mailbox = await openMailbox();
    const serviceName = 'checkout\r\nBcc: victim@example.com\r\n\r\n<b>body</b>';
    await openMailChannel(mailbox.url).send(incidentMessage({ serviceName }), AbortSignal.timeout(30_000));
    expect(mailbox.recipients).toEqual([['ops@example.com']]);
    expect(mailbox.mails[0]?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mailbox.mails[0]?.bcc).toBeUndefined();
    expect(mailbox.mails[0]?.subject).toContain('checkout Bcc: victim@example.com <b>body</b>');
  });

  test('carries names of other languages', async () => {
    const mailbox = await openMailbox();
    await openMailChannel(mailbox.url).send(
      incidentMessage({ serviceName: '支払い' }),
      AbortSignal.timeout(30_000),
    );
    expect(mailbox.mails[0]?.subject).toBe('[Down] 支払い (production): silent since 03:12:04 UTC');
  });

  test('is handed in with user and password when the URL has them', async () => {
    const logins: unknown[] = [];
    const mailbox = await openMailbox({
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        logins.push([username, password]);
        done(null, { user: username });
      },
    });
    const url = `smtp://monitor:p%40ss@127.0.0.1:${mailbox.port}`;
    const channel = openMailChannel(url, { tls: 'optional' });
    expect(await channel.send(message, AbortSignal.timeout(30_000))).toMatchObject({ kind: 'sent' });
    expect(logins).toEqual([['monitor', 'p@ss']]);
  });
});
