import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { hostedUrl, secretText } from '../provider-fields.ts';

const aKey =
  'must be the integration key of an "Events API v2" integration: 32 letters and digits, without spaces';

/** A service of PagerDuty, reached through its Events API v2. */
export const pagerdutyConfig = z.strictObject({
  ...channelFields('pagerduty'),
  // Of accounts in the service region EU: https://events.eu.pagerduty.com/v2/enqueue.
  url: hostedUrl('https://events.pagerduty.com/v2/enqueue'),
  routingKey: z
    .string(aKey)
    .regex(/^[A-Za-z0-9]{32}$/, aKey)
    .meta({
      description: 'The integration key of an integration "Events API v2". Who knows it can page.',
      secret: true,
    }),
  webhookSecret: secretText(
    'The secret of a webhook subscription (V3), with which PagerDuty signs: who acknowledges there has acknowledged here.',
  ).optional(),
});
