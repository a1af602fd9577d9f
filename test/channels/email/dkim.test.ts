import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { emailConfig } from '../../../src/channels/email/config.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openMailChannel } from '../support/open-mail-channel.ts';
import { openMailbox } from '../support/open-mailbox.ts';

/** A file with a key. */
function keyFile(pem: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'dkim-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, 'key.pem');
  writeFileSync(path, pem);
  return path;
}

const rsa = (modulusLength = 2048) =>
  generateKeyPairSync('rsa', { modulusLength })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

/** Relaxed, as RFC 6376, 3.4.2 describes it. */
function relaxedHeader(line: string): string {
  const [, name = '', value = ''] = /^([^:]+):([^]*)$/.exec(line) ?? [];
  const one = value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${name.trim().toLowerCase()}:${one}`;
}

/** Relaxed, as RFC 6376, 3.4.4 describes it. */
function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`;
}

/** Whether the mail is signed with this key, and nothing of it was changed: RFC 6376, 3.7, without the DNS. */
function isSigned(raw: string, publicKeyOf: string): { isSigned: boolean; tags: Record<string, string> } {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const body = raw.slice(head.length + 4);
  const headers = head.split(/\r\n(?![ \t])/);
  const signature = headers.find((line) => /^DKIM-Signature:/i.test(line)) ?? '';
  const tags = Object.fromEntries(
    signature
      .replace(/^[^:]+:/, '')
      .split(';')
      .map((tag) => tag.replace(/\s+/g, ''))
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  ) as Record<string, string>;
  const bodyHash = createHash('sha256').update(relaxedBody(body), 'latin1').digest('base64');
  const signed = (tags['h'] ?? '').split(':').flatMap((name) => {
    const line = headers.find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return line === undefined ? [] : [`${relaxedHeader(line)}\r\n`];
  });
  const unsigned = relaxedHeader(signature.replace(/([;\s]b=)[^;]*$/, '$1'));
  const data = Buffer.from(signed.join('') + unsigned, 'latin1');
  const isRight = verify(
    'sha256',
    data,
    createPublicKey(publicKeyOf),
    Buffer.from(tags['b'] ?? '', 'base64'),
  );
  return { isSigned: isRight && tags['bh'] === bodyHash, tags };
}

/** What a mail server receives. */
async function sendSigned(dkim: object): Promise<{ raw: string; outcome: unknown }> {
  let raw = '';
  const mailbox = await openMailbox({
    onData(stream, _session, done) {
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString('latin1')));
      stream.on('end', () => done());
    },
  });
  const channel = openMailChannel(mailbox.url, { dkim });
  const outcome = await channel.send(
    incidentMessage({ serviceName: '支払い  x ' }),
    AbortSignal.timeout(30_000),
  );
  return { raw, outcome };
}

describe('a channel with a DKIM key', () => {
  test('signs its mails so that the public key says that they are ours', async () => {
    const pem = rsa();
    const dkim = { domain: 'example.com', selector: 'monitor', keyFile: keyFile(pem) };
    const { raw, outcome } = await sendSigned(dkim);
    expect(outcome).toMatchObject({ kind: 'sent' });
    const { tags, ...verified } = isSigned(raw, pem);
    expect(verified).toEqual({ isSigned: true });
    expect(tags).toMatchObject({ v: '1', a: 'rsa-sha256', d: 'example.com', s: 'monitor' });
    for (const name of ['from', 'to', 'subject', 'date', 'message-id'])
      expect(tags['h']?.toLowerCase().split(':')).toContain(name);
    expect(isSigned(raw.replace(/^To: ops/m, 'To: boss'), pem).isSigned).toBe(false);
    expect(isSigned(raw, rsa()).isSigned).toBe(false);
  });

  test('sends nothing without a signature when the key cannot be read any more', async () => {
    const path = keyFile(rsa());
    const mailbox = await openMailbox();
    const dkim = { domain: 'example.com', selector: 'monitor', keyFile: path };
    const channel = openMailChannel(mailbox.url, { dkim });
    writeFileSync(path, 'no key');
    expect(await channel.send(incidentMessage(), AbortSignal.timeout(30_000))).toMatchObject({
      ...{ kind: 'failed', permanent: false },
      reason: expect.stringContaining('a file of the channel cannot be used'),
    });
    expect(mailbox.mails).toEqual([]);
  });

  test('is refused by the configuration where the key could not sign', () => {
    const faults = (dkim: object, from = 'monitor@example.com') =>
      emailConfig
        .safeParse({ id: 'm', type: 'email', url: 'smtp://h', from, to: ['o@example.com'], dkim })
        .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
    const good = { domain: 'example.com', selector: 'monitor', keyFile: keyFile(rsa()) };
    const ed25519 = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    const noKey = [
      'dkim.keyFile: must be a PEM file with a private RSA key of at least 1024 bits, without a passphrase',
    ];
    expect(faults(good)).toEqual([]);
    expect(faults(good, 'monitor@alerts.example.com')).toEqual([]);
    expect(faults({ ...good, keyFile: keyFile(String(ed25519)) })).toEqual(noKey);
    expect(faults({ ...good, keyFile: keyFile(rsa(512)) })).toEqual(noKey);
    expect(faults({ ...good, keyFile: '/nowhere/key.pem' })).toEqual([
      'dkim.keyFile: must be a file that can be read (ENOENT)',
    ]);
    expect(faults({ ...good, selector: 'a; b' })).toHaveLength(1);
    expect(faults(good, 'monitor@badexample.com')).toEqual([
      'dkim.domain: must be the domain of "from", or one above it: else receivers do not count the signature',
    ]);
  });
});
