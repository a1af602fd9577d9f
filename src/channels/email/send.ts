import type { Socket } from 'node:net';
import { channelKind } from '../channel-kind.ts';
import type { ChannelServices, OpenedChannel } from '../channel-services.ts';
import { publicSocket } from '../outbound/public-socket.ts';
import { cleanText } from '../wording/clean-text.ts';
import { type EmailConfig, emailConfig } from './config.ts';
import { mailOf } from './message.ts';
import { outcomeOfMailFailure } from './outcome-of-mail-failure.ts';
import { type SmtpServer, smtpServer } from './smtp-server.ts';

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 15_000;

/** Sends mail. */
export const kind = channelKind({ config: emailConfig, followsUp: false, open: openEmailChannel });

/**
 * Opens a channel that hands mail to an SMTP server, one connection a mail: pages are rare, and an idle connection
 * is one that may be dead when it is needed. Sent means that the server took it for at least one of the addresses.
 */
function openEmailChannel(config: EmailConfig, services: ChannelServices): OpenedChannel {
  const server = smtpServer(config.url);
  if (server === null) throw new TypeError('the mail server of the channel was not checked');
  // A password is never said aloud, unless the file says that it may be.
  const requireTLS = config.tls === undefined ? server.auth !== null : config.tls === 'required';
  // Loaded now and not with the first mail: a monitor without such a channel never needs it.
  const opened = import('nodemailer').then(({ createTransport }) =>
    createTransport({ ...transportOptions(server, services), requireTLS }),
  );
  // Each use fails with the same error.
  opened.catch(() => undefined);
  const closing = new AbortController();
  return {
    recipients: config.to,
    async send(message, attempt) {
      const signal = AbortSignal.any([attempt, closing.signal]);
      const from = { name: 'Service Monitor', address: config.from };
      const transport = await opened;
      const startedAtMs = performance.now();
      try {
        const { rejectedErrors = [], response } = await transport.sendMail({
          ...mailOf(message),
          from,
          to: config.to,
          signal,
        });
        return rejectedErrors.length === 0
          ? { kind: 'sent', answer: cleanText(response) }
          : {
              kind: 'sent',
              note: formatRefused(rejectedErrors, config.to.length),
              answer: cleanText(response),
            };
      } catch (error) {
        const elapsedMs = performance.now() - startedAtMs;
        return outcomeOfMailFailure({ error, target: `${server.host}:${server.port}`, elapsedMs, signal });
      }
    },
    async close() {
      closing.abort(new Error('the channel is closed'));
      (await opened).close();
    },
  };
}

/** Who was left out, with the code of the answer; the server's words may name people and machines. */
function formatRefused(errors: readonly { recipient?: string; responseCode?: number }[], of: number): string {
  const who = errors.map(({ recipient, responseCode }) => `${recipient} (${responseCode ?? 'no code'})`);
  return `the mail server refused ${errors.length} of ${of} addresses: ${who.join(', ')}`;
}

function transportOptions({ host, port, secure, auth }: SmtpServer, services: ChannelServices) {
  return {
    host,
    port,
    secure,
    ...(auth === null ? {} : { auth }),
    connectionTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(services.allowPrivateNetworks ? {} : { getSocket: publicOnly({ host, port }) }),
  };
}

type Connected = (error: Error | null, socket?: { connection: Socket }) => void;

/** Where private networks are closed, nodemailer gets its connections from the guard. */
function publicOnly(target: { host: string; port: number }) {
  return (_options: unknown, done: Connected): void => {
    publicSocket(target, connectTimeoutMs).then((connection) => done(null, { connection }), done);
  };
}
