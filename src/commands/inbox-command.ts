import { Command, InvalidArgumentError } from 'commander';
import type { Letter } from '../demo/inbox/inbox.ts';
import { startInbox } from '../demo/inbox/start-inbox.ts';
import { createTell } from '../demo/tell.ts';
import { createLogger } from '../telemetry/logger.ts';
import { endWithGrace } from './end-with-grace.ts';
import type { Terminal } from './terminal.ts';

const graceMs = 5_000;

/** What monitor.example.yaml signs its webhooks with; it is no secret. */
const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

interface Flags {
  port: number;
  mailPort: number;
  secret: string;
}

/** `inbox`: receives on this machine what monitor.example.yaml sends, and shows it, until Ctrl-C. */
export function inboxCommand(terminal: Terminal): Command {
  return new Command('inbox')
    .description(
      'receive mails and webhooks on this machine and show them, to try channels: it is where monitor.example.yaml sends',
    )
    .option('--port <port>', 'of the page, and of webhooks at /hook', portNumber, 9000)
    .option('--mail-port <port>', 'of the mail server', portNumber, 2525)
    .option('--secret <secret>', 'what webhooks are signed with', exampleSecret)
    .action(async ({ port, mailPort, secret }: Flags) => {
      const { colour, columns } = terminal;
      const tell = createTell((text) => terminal.out(text), { colour, columns });
      const onLetter = ({ by, title }: Letter) => tell.line(`${by.padEnd(7)}  ${title}`);
      let inbox: Awaited<ReturnType<typeof startInbox>>;
      try {
        inbox = await startInbox({ port, mailPort, secret, offers: () => null, onLetter });
      } catch (error) {
        terminal.err(`The inbox cannot start: ${reasonOf(error, mailPort)}\n`);
        return terminal.exit(1);
      }
      endWithGrace({
        log: createLogger('error', false),
        graceMs,
        close: () => inbox.close(),
        exitNow: (code) => terminal.exitNow(code),
      });
      const { url, mailUrl, hookUrl } = inbox;
      terminal.out(
        `The inbox is at ${url}, for mail at ${mailUrl} and webhooks at ${hookUrl}. Ctrl-C ends it.\n`,
      );
    });
}

/** What keeps a port from being opened, said with the option that mends it. */
function reasonOf(error: unknown, mailPort: number): string {
  if (!(error instanceof Error)) return String(error);
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  const option = port === mailPort ? '--mail-port' : '--port';
  if (code === 'EADDRINUSE')
    return `another program already listens on ${address}:${port}; stop it, or use ${option} with another port`;
  if (code === 'EACCES')
    return `this user may not listen on ${address}:${port}; use ${option} with a port of 1024 or higher`;
  return error.message;
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('Give a port, or 0 for any that is free.');
  return port;
}
