import { z } from 'zod';
import { programFields } from '../channel-fields.ts';
import { httpUrl } from '../outbound/http-url.ts';

/** Set by the channel or by HTTP itself. */
const reserved =
  /^(webhook-.*|content-.*|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect)$/i;

const aSecret =
  'must be whsec_ followed by the base64 of 24 to 64 random bytes; create one with: echo "whsec_$(openssl rand -base64 32)"';
const secret = z.string(aSecret).refine(isSecret, aSecret);

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'must be the name of an HTTP header')
  .refine((name) => !reserved.test(name), 'must not be a header that the channel sets');

const headerValue = z.string().regex(/^[!-~]([ -~]{0,1022}[!-~])?$/, 'must be printable ASCII');

/** A receiver of signed CloudEvents. */
export const webhookConfig = z.strictObject({
  ...programFields('webhook'),
  url: httpUrl.meta({ description: 'The address of the receiver.', secret: true }),
  /** One secret, or several while receivers change over: each signs every message. */
  secret: z.union([secret, z.array(secret).min(1).max(4)], aSecret).meta({
    description:
      'What signs the message: `whsec_` and the base64 of 24 to 64 random bytes; or a list of up to 4.',
    secret: true,
  }),
  headers: z
    .record(headerName, headerValue)
    .optional()
    .meta({ description: 'More headers, such as `authorization`.', secret: true }),
});

export type WebhookConfig = z.output<typeof webhookConfig>;

function isSecret(text: string): boolean {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
  if (base64 === undefined || base64.length % 4 !== 0) return false;
  const { length } = Buffer.from(base64, 'base64');
  return length >= 24 && length <= 64;
}
