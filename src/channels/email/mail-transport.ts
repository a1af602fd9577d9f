import type { Socket } from 'node:net';
import type { ChannelServices } from '../channel-services.ts';
import type { PrivateNetworks } from '../outbound/private-networks.ts';
import { publicSocket } from '../outbound/public-socket.ts';
import { certificatesIn } from './certificates.ts';
import type { EmailConfig } from './config.ts';
import { dkimSignature } from './dkim-config.ts';
import { usePemFile } from './pem-file.ts';
import type { SmtpServer } from './smtp-server.ts';

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 15_000;

/** How one mail is handed in: one connection a mail, as pages are rare, and an idle connection is one that may be dead when it is needed. */
export function transportOptions(
  { tls, ca, dkim, oauth2 }: EmailConfig,
  { host, port, secure, auth }: SmtpServer,
  { allowPrivateNetworks }: ChannelServices,
) {
  return {
    host,
    port,
    secure,
    // A password is never said aloud, unless the file says that it may be.
    requireTLS:
      tls === undefined ? auth !== null || oauth2 !== undefined || ca !== undefined : tls === 'required',
    ...(ca === undefined ? {} : { tls: { ca: usePemFile(ca, certificatesIn) } }),
    ...(dkim === undefined ? {} : { dkim: dkimSignature(dkim) }),
    ...(auth === null ? {} : { auth }),
    connectionTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(allowPrivateNetworks === true ? {} : { getSocket: publicOnly({ host, port }, allowPrivateNetworks) }),
  };
}

type Connected = (error: Error | null, socket?: { connection: Socket }) => void;

/** Where not all networks are open, nodemailer gets its connections from the guard. */
function publicOnly(target: { host: string; port: number }, networks: PrivateNetworks) {
  return (_options: unknown, done: Connected): void => {
    publicSocket(target, connectTimeoutMs, networks).then((connection) => done(null, { connection }), done);
  };
}
