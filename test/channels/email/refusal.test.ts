import { describe, expect, test } from 'vitest';
import { incidentMessage } from '../support/incident-message.ts';
import { openMailChannel } from '../support/open-mail-channel.ts';
import { openMailbox } from '../support/open-mailbox.ts';

const message = incidentMessage();

/** An SMTP server's refusal. */
function refusal(responseCode: number): Error {
  return Object.assign(new Error('CANARY says no'), { responseCode });
}

describe('mail servers that say no', () => {
  test.each([550, 552, 554])('%i is final', async (code) => {
    const mailbox = await openMailbox({ onRcptTo: (_address, _session, done) => done(refusal(code)) });
    const outcome = await openMailChannel(mailbox.url).send(message, AbortSignal.timeout(5_000));
    const reason = `mail server answered ${code}`;
    const answer = `${code} CANARY says no`;
    expect(outcome).toEqual({ kind: 'failed', permanent: true, reason, answer });
  });

  test.each([421, 450, 451, 452])('%i is worth another attempt', async (code) => {
    const mailbox = await openMailbox({ onRcptTo: (_address, _session, done) => done(refusal(code)) });
    const outcome = await openMailChannel(mailbox.url).send(message, AbortSignal.timeout(5_000));
    expect(outcome).toMatchObject({
      kind: 'failed',
      permanent: false,
      reason: `mail server answered ${code}`,
    });
  });

  test.each([
    [554, true],
    [451, false],
  ])('%i after the text counts too', async (code, permanent) => {
    const mailbox = await openMailbox({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(refusal(code)));
      },
    });
    const outcome = await openMailChannel(mailbox.url).send(message, AbortSignal.timeout(5_000));
    expect(outcome).toMatchObject({ kind: 'failed', permanent, reason: `mail server answered ${code}` });
  });

  test('one address that waits is worth another attempt, though another is refused for good', async () => {
    const mailbox = await openMailbox({
      onRcptTo: ({ address }, _session, done) => done(refusal(address.startsWith('ops') ? 450 : 550)),
    });
    const channel = openMailChannel(mailbox.url, { to: ['ops@example.com', 'gone@example.com'] });
    expect(await channel.send(message, AbortSignal.timeout(5_000))).toMatchObject({ permanent: false });
  });

  test('a mail that one of two people got is sent, and says who did not get it', async () => {
    const mailbox = await openMailbox({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('gone') ? refusal(550) : null),
    });
    const channel = openMailChannel(mailbox.url, { to: ['gone@example.com', 'ops@example.com'] });
    const note = 'the mail server refused 1 of 2 addresses: gone@example.com (550)';
    expect(await channel.send(message, AbortSignal.timeout(5_000))).toMatchObject({ kind: 'sent', note });
    expect(mailbox.recipients).toEqual([['ops@example.com']]);
  });

  test('a wrong password is final, and the words do not hold it', async () => {
    const mailbox = await openMailbox({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(refusal(535)),
    });
    const url = `smtp://CANARY:CANARY@127.0.0.1:${mailbox.port}`;
    const channel = openMailChannel(url, { tls: 'optional' });
    const outcome = await channel.send(message, AbortSignal.timeout(5_000));
    expect(outcome).toMatchObject({ kind: 'failed', permanent: true, reason: 'mail server answered 535' });
  });
});
