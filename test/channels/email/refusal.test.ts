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
    const outcome = await openMailChannel(mailbox.url).send(message, AbortSignal.timeout(30_000));
    const reason = `the mail server refused the address: ops@example.com (${code})`;
    const answer = `${code} CANARY says no`;
    const ends = [{ recipient: 'ops@example.com', refusedWith: code }];
    expect(outcome).toEqual({ kind: 'failed', permanent: true, reason, answer, ends });
  });

  test.each([421, 450, 451, 452])('%i is worth another attempt', async (code) => {
    const mailbox = await openMailbox({ onRcptTo: (_address, _session, done) => done(refusal(code)) });
    const outcome = await openMailChannel(mailbox.url).send(message, AbortSignal.timeout(30_000));
    expect(outcome).toMatchObject({
      kind: 'failed',
      permanent: false,
      // 421: it hangs up, whatever it was asked.
      reason:
        code === 421 ? 'mail server answered 421' : expect.stringContaining(`ops@example.com (${code})`),
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
    const outcome = await openMailChannel(mailbox.url).send(message, AbortSignal.timeout(30_000));
    expect(outcome).toMatchObject({ kind: 'failed', permanent, reason: `mail server answered ${code}` });
  });

  test('a wrong password is final, and the words do not hold it', async () => {
    const mailbox = await openMailbox({
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        const login = Buffer.from(`\0${username}\0${password}`).toString('base64');
        done(Object.assign(refusal(535), { message: `no: ${password} ${login}` }));
      },
    });
    const url = `smtp://monitor:s3cret@127.0.0.1:${mailbox.port}`;
    const channel = openMailChannel(url, { tls: 'optional' });
    const outcome = await channel.send(message, AbortSignal.timeout(30_000));
    expect(outcome).toMatchObject({
      kind: 'failed',
      permanent: true,
      reason: 'mail server answered 535: it does not take the password',
    });
    expect(JSON.stringify(outcome)).not.toContain('s3cret');
  });
});
