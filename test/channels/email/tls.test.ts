import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { incidentMessage } from '../support/incident-message.ts';
import { openMailChannel } from '../support/open-mail-channel.ts';
import { openMailbox } from '../support/open-mailbox.ts';
import { openTcpServer } from '../support/open-tcp-server.ts';

const message = incidentMessage();
const attempt = () => AbortSignal.timeout(5_000);

/** A certificate of 127.0.0.1. */
const own = { key: '', cert: '' };
const known = tls.getCACertificates();

beforeAll(() => {
  const dir = mkdtempSync(join(tmpdir(), 'mail-tls-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', ...made, ...subject], { stdio: 'ignore' });
  Object.assign(own, { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') });
  rmSync(dir, { recursive: true });
});
afterAll(() => tls.setDefaultCACertificates(known));

const withUser = (port: number) => `smtp://monitor:CANARY@127.0.0.1:${port}`;

/** A mail server that offers no TLS and writes down every byte that it is sent. */
async function openEavesdropper() {
  let heard = '';
  const { port } = await openTcpServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      const isGreeting = /^(EHLO|HELO)/i.test(chunk.toString());
      socket.write(isGreeting ? '250-here\r\n250 AUTH PLAIN LOGIN\r\n' : '502 no\r\n');
    });
  });
  return { port, heard: () => heard };
}

describe('a channel with a password', () => {
  test('sends it to no server that offers no TLS, and says why nothing was sent', async () => {
    const server = await openEavesdropper();
    const outcome = await openMailChannel(withUser(server.port)).send(message, attempt());
    expect(outcome).toEqual({
      ...{ kind: 'failed', permanent: false },
      reason: `no TLS with 127.0.0.1:${server.port}: STARTTLS is not offered, or failed; nothing was sent`,
    });
    expect(server.heard()).toMatch(/EHLO[^]*STARTTLS/);
    expect(server.heard()).not.toMatch(/AUTH|MAIL FROM|CANARY/);
    expect(server.heard()).not.toContain(Buffer.from('\0monitor\0CANARY').toString('base64'));
  });

  test('sends it to no server whose certificate nobody trusts', async () => {
    const mailbox = await openMailbox({ ...own, disabledCommands: [], authOptional: false });
    const outcome = await openMailChannel(withUser(mailbox.port)).send(message, attempt());
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('its certificate is not trusted'),
    });
    expect(mailbox.mails).toEqual([]);
  });

  test('sends it over TLS', async () => {
    tls.setDefaultCACertificates([...known, own.cert]);
    const logins: boolean[] = [];
    const mailbox = await openMailbox({
      ...{ ...own, disabledCommands: [], authOptional: false },
      onAuth({ username }, session, done) {
        logins.push(session.secure);
        done(null, { user: username });
      },
    });
    const outcome = await openMailChannel(withUser(mailbox.port)).send(message, attempt());
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
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/^no TLS with /) });
    expect(mailbox.mails).toEqual([]);
  });
});
