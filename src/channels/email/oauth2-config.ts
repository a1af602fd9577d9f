import { z } from 'zod';
import { httpUrl } from '../outbound/http-url.ts';
import { secretText } from '../provider-fields.ts';

const aText = 'must be a text of printable characters';
const text = (description: string) =>
  z
    .string(aText)
    .regex(/^[ -~]{1,1024}$/, aText)
    .describe(description);

const safeUrl = 'must be an https URL: the secret of the client goes there';

/** Who says that we may send: a client that logs in at an authorization server, without a person. */
export const oauth2Config = z.strictObject({
  tokenUrl: httpUrl
    .refine(isSafe, safeUrl)
    .describe(
      'Where the token comes from, such as https://login.microsoftonline.com/TENANT/oauth2/v2.0/token.',
    ),
  clientId: text('The id of the client.'),
  clientSecret: secretText('The secret of the client.'),
  scope: text('What is asked for, such as `https://outlook.office365.com/.default`.').optional(),
  user: text('The mailbox that sends, if it is not `from`.').optional(),
  clientAuthentication: z
    .enum(['body', 'basic'], { error: 'must be body or basic' })
    .default('body')
    .describe(
      'Whether the secret stands in the body of the request, or in an `Authorization: Basic` header.',
    ),
});

export type Oauth2Config = z.output<typeof oauth2Config>;

/** On this machine nobody listens in. */
function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
