import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { describe, expect, test } from 'vitest';
import { emailConfig } from '../../../src/channels/email/config.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openMailChannel } from '../support/open-mail-channel.ts';
import { openMailbox } from '../support/open-mailbox.ts';

/** A mail as it came over the wire: whom it was for, its header lines with those that go on joined, and its body. */
interface Wire {
  recipients: string[];
  headers: string[];
  body: string;
}

async function sendAndLook(overrides: Parameters<typeof incidentMessage>[0]): Promise<Wire[]> {
  const wires: Wire[] = [];
  const mailbox = await openMailbox({
    onData(stream: SMTPServerDataStream, session: SMTPServerSession, done: () => void) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const [head = '', ...body] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
        wires.push({
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          headers: head.replace(/\r\n[ \t]/g, ' ').split('\r\n'),
          body: body.join('\r\n\r\n'),
        });
        done();
      });
    },
  });
  const outcome = await openMailChannel(mailbox.url).send(
    incidentMessage(overrides),
    AbortSignal.timeout(30_000),
  );
  expect(outcome).toMatchObject({ kind: 'sent' });
  return wires;
}

/** Names that no registration could give, but that a fault elsewhere might let through. */
const attacks = [
  'a\r\nBcc: thief@example.org',
  'a\nBcc: thief@example.org',
  'a\rBcc: thief@example.org',
  'a\r\n\r\n<h1>another body</h1>',
  'a\r\n.\r\nMAIL FROM:<thief@example.org>\r\nRCPT TO:<thief@example.org>\r\nDATA\r\nx\r\n.',
  'a\u2028Bcc: thief@example.org',
  'a\u0085Bcc: thief@example.org',
  'a\0\r\nX-Priority: 1',
  'a%0d%0aBcc: thief@example.org',
  '=?utf-8?Q?a=0D=0ABcc:_thief@example.org?=',
  `${'x'.repeat(70)}\r\nBcc: thief@example.org`,
  `${'é'.repeat(90)}\r\n Bcc: thief@example.org`,
];

const expectedHeaders = [
  ...[
    'Auto-Submitted',
    'Content-Type',
    'Date',
    'From',
    'In-Reply-To',
    'Message-ID',
    'MIME-Version',
    'References',
  ],
  ...['Subject', 'Thread-Topic', 'To', 'X-Auto-Response-Suppress', 'X-Service-Monitor-Incident'],
].map((name) => name.toLowerCase());

describe('a mail about something with a hostile name', () => {
  test.each(attacks)(
    '%j has the headers and the recipient that every mail has, and is one mail',
    async (text) => {
      const wires = await sendAndLook({
        ...{ serviceName: text, environment: text, serviceId: text, incidentId: text, notificationId: text },
        lastMetrics: [{ instanceKey: text, hostname: text, receivedAtMs: 0, values: { [text]: text } }],
      });
      expect(wires).toHaveLength(1);
      const [{ recipients, headers, body }] = wires as [Wire];
      expect(recipients).toEqual(['ops@example.com']);
      const names = headers.map((line) => /^([A-Za-z-]+):/.exec(line)?.[1]?.toLowerCase());
      expect(new Set(names)).toEqual(new Set(expectedHeaders));
      expect(names).toHaveLength(expectedHeaders.length);
      expect(headers.find((line) => /^to:/i.test(line))).toBe('To: ops@example.com');
      // The multipart body begins with its first part, not with what the name brought.
      expect(body).toMatch(/^-{2,}[^\r\n]+\r\nContent-Type: text\/plain/);
    },
  );

  test.each([
    ...[
      'ops@example.com\r\nBcc: x@y.org',
      'ops@example.com, x@y.org',
      'Ops <ops@example.com>',
      '"x" <a@b.c>',
      '',
    ],
    ...[
      'ops@example.com\n',
      'a@b.c\0',
      '@example.com',
      'ops',
      'ops@exa mple.com',
      'a@b.c;x@y.org',
      'a@[127.0.0.1\r\n]',
    ],
  ])('%j is no address for a channel', (address) => {
    const config = {
      id: 'mail',
      type: 'email',
      url: 'smtp://h',
      from: 'm@example.com',
      to: ['o@example.com'],
    };
    expect(emailConfig.safeParse(config).success).toBe(true);
    expect(emailConfig.safeParse({ ...config, to: [address] }).success).toBe(false);
    expect(emailConfig.safeParse({ ...config, from: address }).success).toBe(false);
  });
});
