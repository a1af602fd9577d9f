import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { certificatesIn } from './certificates.ts';
import { dkimConfig, isSenderOf } from './dkim-config.ts';
import { oauth2Config } from './oauth2-config.ts';
import { pemFile } from './pem-file.ts';
import { smtpServer } from './smtp-server.ts';

/** A bare address: no display name, no list, no control character; a host without a dot is one too. */
const address = z.email({ pattern: z.regexes.html5Email, error: 'must be a mail address' }).max(254);

const aServer = 'must be smtp:// or smtps://, with user:password@ if needed';
const oneLogin = 'must not have a user in its URL beside "oauth2", which logs in with a token';
const ownDomain = 'must be the domain of "from", or one above it: else receivers do not count the signature';

/** People with a mailbox. */
export const emailConfig = z
  .strictObject({
    ...channelFields('email'),
    url: z
      .string(aServer)
      .max(2048)
      .refine((text) => smtpServer(text) !== null, aServer)
      .meta({
        description:
          'The server: smtps:// (TLS from the first byte) or smtp:// (STARTTLS), with user:password@ if it asks for them.',
        secret: true,
      }),
    tls: z
      .enum(['required', 'optional'], { error: 'must be required or optional' })
      .optional()
      .describe(
        'Whether nothing is sent without TLS. Without it TLS is required where there is a password, `oauth2` or `ca`; elsewhere it is used where the server offers it.',
      ),
    ca: pemFile('a certificate', certificatesIn)
      .optional()
      .describe(
        'A file with the certificates (PEM) of those who sign that of the server, instead of the public ones. It is read for each mail.',
      ),
    oauth2: oauth2Config
      .optional()
      .describe('Logs in with an OAuth 2.0 access token (XOAUTH2) instead of a password; see below.'),
    dkim: dkimConfig
      .optional()
      .describe('Signs each mail with DKIM, if the mail server does not do that; see below.'),
    from: address.describe('Who the mail is from.'),
    to: z
      .array(address)
      .min(1)
      .max(50)
      .describe('Up to 50 addresses. A mail goes again only to those that the server put off.'),
  })
  .superRefine(({ url, oauth2, dkim, from }, context) => {
    const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (oauth2 !== undefined && smtpServer(url)?.auth) fault(['url'], oneLogin);
    if (dkim !== undefined && !isSenderOf(dkim.domain, from)) fault(['dkim', 'domain'], ownDomain);
  });

export type EmailConfig = z.output<typeof emailConfig>;
