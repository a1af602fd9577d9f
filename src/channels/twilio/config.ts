import { z } from 'zod';
import { programFields } from '../channel-fields.ts';
import { templateFields } from '../own-words/template-fields.ts';
import { hostedUrl, secretText } from '../provider-fields.ts';

const anAccount = 'must be the SID of an account: AC and 32 digits of 0-9 and a-f';
const aKey = 'must be the SID of an API key: SK and 32 digits of 0-9 and a-f';
const aNumber = 'must be a phone number such as +491701234567';
const aSender =
  'must be a phone number such as +15557122661, a sender name, or the SID of a messaging service (MG…)';

/** A phone number that gets an SMS through Twilio. */
export const twilioConfig = z.strictObject({
  ...programFields('twilio'),
  // An SMS has no more text.
  subject: templateFields.subject,
  url: hostedUrl('https://api.twilio.com'),
  account: z
    .string(anAccount)
    .regex(/^AC[0-9a-f]{32}$/, anAccount)
    .describe('The SID of the account, AC….'),
  key: z
    .string(aKey)
    .regex(/^SK[0-9a-f]{32}$/, aKey)
    .optional()
    .describe(
      'The SID of an API key, SK…; then `token` is its secret. Without it `token` is that of the account.',
    ),
  token: secretText('The auth token of the account, or the secret of the API key.'),
  from: z
    .string(aSender)
    .regex(/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/, aSender)
    .describe('The sender: a number, a name, or a messaging service.'),
  to: z
    .string(aNumber)
    .regex(/^\+[1-9]\d{6,14}$/, aNumber)
    .describe('The number that gets the SMS; one channel for each.'),
});
