import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { smtpServer } from './smtp-server.ts';

/** A bare address: no display name, no list, no control character; a host without a dot is one too. */
const address = z.email({ pattern: z.regexes.html5Email, error: 'must be a mail address' }).max(254);

const aServer = 'must be smtp:// or smtps://, with user:password@ if needed';

/** People with a mailbox. */
export const emailConfig = z.strictObject({
  ...channelFields('email'),
  url: z
    .string(aServer)
    .max(2048)
    .refine((text) => smtpServer(text) !== null, aServer)
    .meta({
      description: 'The server: smtp:// or smtps://, with user:password@ if it asks for them.',
      secret: true,
    }),
  /** Without it TLS is demanded where the URL has a password, and taken where it is offered. */
  tls: z
    .enum(['required', 'optional'], { error: 'must be required or optional' })
    .optional()
    .describe('Whether to go without TLS.'),
  from: address.describe('Who the mail is from.'),
  to: z
    .array(address)
    .min(1)
    .max(50)
    .describe('Up to 50 addresses. Sent means that the server took it for one of them.'),
});

export type EmailConfig = z.output<typeof emailConfig>;
