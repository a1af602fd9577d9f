import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Inbox } from './inbox.ts';

const largestMailBytes = 1024 * 1024;

/** A mail server for this machine: it takes any mail for anybody and delivers it to the inbox. */
export async function startMailServer(
  port: number,
  inbox: Inbox,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: largestMailBytes,
    // Who is connected when it closes has no more to say.
    closeTimeout: 200,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      let bytes = 0;
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= largestMailBytes) chunks.push(chunk);
      });
      stream.on('end', () => {
        if (bytes > largestMailBytes) return done(new Error('this mail is too large'));
        PostalMime.parse(Buffer.concat(chunks)).then(
          ({ subject = '', from, to = [], text = '' }) => {
            const receivers = to.map(({ address }) => address).join(', ');
            const note = `from ${from?.address ?? 'nobody'} to ${receivers}`;
            inbox.receive({ by: 'mail', title: subject, note, text });
            done();
          },
          (error: Error) => done(error),
        );
      });
    },
  });
  // A sender that goes away in the middle is its own trouble.
  server.on('error', () => undefined);
  await new Promise<void>((listening, failed) => {
    server.server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
