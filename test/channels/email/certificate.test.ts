import { describe, expect, test } from 'vitest';
import { emailConfig } from '../../../src/channels/email/config.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openMailChannel } from '../support/open-mail-channel.ts';
import { openMailbox } from '../support/open-mailbox.ts';
import { ownCertificate } from '../support/own-certificate.ts';

const message = incidentMessage();
const attempt = () => AbortSignal.timeout(30_000);
const open = ({ key, cert }: { key: string; cert: string }, options = {}) =>
  openMailbox({ key, cert, disabledCommands: [], ...options });

describe('a mail server with a certificate of our own', () => {
  test('is trusted where the file names who signed it, and TLS is demanded then', async () => {
    const own = ownCertificate();
    const secured: boolean[] = [];
    const mailbox = await open(own, {
      onMailFrom(_address: unknown, { secure }: { secure: boolean }, done: () => void) {
        secured.push(secure);
        done();
      },
    });
    const channel = openMailChannel(mailbox.url, { ca: own.certFile });
    expect(await channel.send(message, attempt())).toMatchObject({ kind: 'sent' });
    expect(secured).toEqual([true]);
  });

  test('is trusted from the first byte, too', async () => {
    const own = ownCertificate();
    const mailbox = await open(own, { secure: true });
    const channel = openMailChannel(`smtps://127.0.0.1:${mailbox.port}`, { ca: own.certFile });
    expect(await channel.send(message, attempt())).toMatchObject({ kind: 'sent' });
  });

  test('that another one signed gets nothing', async () => {
    const mailbox = await open(ownCertificate());
    const channel = openMailChannel(mailbox.url, { ca: ownCertificate().certFile });
    expect(await channel.send(message, attempt())).toMatchObject({
      ...{ kind: 'failed', permanent: false, reason: expect.stringContaining('certificate is not trusted') },
    });
    expect(mailbox.mails).toEqual([]);
  });

  test('that is for another name gets nothing, and the reason says so', async () => {
    const own = ownCertificate('subjectAltName=DNS:mail.example.com');
    const mailbox = await open(own);
    const channel = openMailChannel(mailbox.url, { ca: own.certFile });
    expect(await channel.send(message, attempt())).toMatchObject({
      ...{ kind: 'failed', reason: expect.stringContaining('its certificate is for another name') },
    });
    expect(mailbox.mails).toEqual([]);
  });

  test('whose file is gone since the start gets nothing, and the message is tried again', async () => {
    const own = ownCertificate();
    const mailbox = await open(own);
    const channel = openMailChannel(mailbox.url, { ca: own.certFile });
    const { rmSync, writeFileSync } = await import('node:fs');
    rmSync(own.certFile);
    const reason = expect.stringContaining('a file of the channel cannot be used (ENOENT)');
    expect(await channel.send(message, attempt())).toMatchObject({
      kind: 'failed',
      permanent: false,
      reason,
    });
    writeFileSync(own.certFile, own.cert);
    expect(await channel.send(message, attempt())).toMatchObject({ kind: 'sent' });
  });

  test('is refused by the configuration when the file is none, or holds none', () => {
    const own = ownCertificate();
    const config = {
      ...{ id: 'mail', type: 'email', url: 'smtp://h', from: 'm@example.com', to: ['o@example.com'] },
    };
    const faults = (ca: string) => emailConfig.safeParse({ ...config, ca }).error?.issues;
    expect(faults(own.certFile)).toBeUndefined();
    expect(faults(`${own.certFile}.gone`)).toMatchObject([
      { path: ['ca'], message: 'must be a file that can be read (ENOENT)' },
    ]);
    expect(faults(own.keyFile)).toMatchObject([{ message: 'must be a PEM file with a certificate' }]);
    expect(faults(own.dir)).toMatchObject([{ message: 'must be a file that can be read (EISDIR)' }]);
  });
});
