import { describe, expect, test } from 'vitest';
import { incidentMessage } from '../support/incident-message.ts';
import { openMailChannel } from '../support/open-mail-channel.ts';
import { openMailbox } from '../support/open-mailbox.ts';
import { openTcpServer } from '../support/open-tcp-server.ts';
import { ownCertificate } from '../support/own-certificate.ts';

const message = incidentMessage();
const attempt = () => AbortSignal.timeout(30_000);

const withUser = (port: number) => `smtp://monitor:CANARY@127.0.0.1:${port}`;

/** A mail server that offers no TLS and writes down every byte that it is sent. */
async function openEavesdropper(toStarttls = '502 no') {
  let heard = '';
  const { port } = await openTcpServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      const isGreeting = /^(EHLO|HELO)/i.test(chunk.toString());
      socket.write(isGreeting ? '250-here\r\n250 AUTH PLAIN LOGIN\r\n' : `${toStarttls}\r\n`);
    });
  });
  return { port, heard: () => heard };
}

describe('a channel with a password', () => {
  test('sends it to no server that offers no TLS, and says why nothing was sent', async () => {
    const server = await openEavesdropper();
    const outcome = await openMailChannel(withUser(server.port)).send(message, attempt());
    expect(outcome).toEqual({
      ...{ kind: 'failed', permanent: true, answer: '502 no' },
      reason: `127.0.0.1:${server.port} does not offer STARTTLS, and TLS is required: nothing was sent`,
    });
    expect(server.heard()).toMatch(/EHLO[^]*STARTTLS/);
    expect(server.heard()).not.toMatch(/AUTH|MAIL FROM|CANARY/);
    expect(server.heard()).not.toContain(Buffer.from('\0monitor\0CANARY').toString('base64'));
  });

  test('tries again where TLS is not to be had at the moment', async () => {
    const server = await openEavesdropper('454 TLS not available due to temporary reason');
    expect(await openMailChannel(withUser(server.port)).send(message, attempt())).toMatchObject({
      ...{
        kind: 'failed',
        permanent: false,
        reason: expect.stringMatching(/^no TLS with .*STARTTLS failed/),
      },
    });
    expect(server.heard()).not.toMatch(/AUTH|MAIL FROM|CANARY/);
  });

  test('sends it to no server that breaks off where TLS would begin', async () => {
    let heard = '';
    const { port } = await openTcpServer((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (chunk) => {
        heard += chunk.toString('latin1');
        if (chunk.toString().startsWith('EHLO')) return socket.write('250-here\r\n250 STARTTLS\r\n');
        if (chunk.toString().startsWith('STARTTLS')) return socket.write('220 go\r\n');
        return socket.destroy();
      });
    });
    const outcome = await openMailChannel(withUser(port)).send(message, attempt());
    expect(outcome).toMatchObject({ kind: 'failed', permanent: false });
    expect(heard).not.toMatch(/AUTH|MAIL FROM|CANARY/);
  });

  test('sends it to no server whose certificate nobody trusts', async () => {
    const mailbox = await openMailbox({ ...ownCertificate(), disabledCommands: [], authOptional: false });
    const outcome = await openMailChannel(withUser(mailbox.port)).send(message, attempt());
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('its certificate is not trusted'),
    });
    expect(mailbox.mails).toEqual([]);
  });

  test('sends it over TLS', async () => {
    const own = ownCertificate();
    const logins: boolean[] = [];
    const mailbox = await openMailbox({
      ...{ key: own.key, cert: own.cert, disabledCommands: [], authOptional: false },
      onAuth({ username }, session, done) {
        logins.push(session.secure);
        done(null, { user: username });
      },
    });
    const outcome = await openMailChannel(withUser(mailbox.port), { ca: own.certFile }).send(
      message,
      attempt(),
    );
    expect(outcome).toMatchObject({ kind: 'sent' });
    expect(logins).toEqual([true]);
  });

  test('says it aloud when the file says that TLS is optional', async () => {
    const mailbox = await openMailbox({
      authOptional: false,
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
    });
    const channel = openMailChannel(withUser(mailbox.port), { tls: 'optional' });
    expect(await channel.send(message, attempt())).toMatchObject({ kind: 'sent' });
  });
});

describe('a channel without a password', () => {
  test('takes TLS where it is offered, and does without where it is not', async () => {
    const mailbox = await openMailbox();
    expect(await openMailChannel(mailbox.url).send(message, attempt())).toMatchObject({ kind: 'sent' });
  });

  test('demands TLS when the file says so', async () => {
    const mailbox = await openMailbox();
    const outcome = await openMailChannel(mailbox.url, { tls: 'required' }).send(message, attempt());
    expect(outcome).toMatchObject({
      kind: 'failed',
      permanent: true,
      reason: expect.stringContaining('does not offer STARTTLS'),
    });
    expect(mailbox.mails).toEqual([]);
  });
});
