import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { hostedUrl, secretText } from '../provider-fields.ts';

/** An API integration of Opsgenie. */
export const opsgenieConfig = z.strictObject({
  ...channelFields('opsgenie'),
  // Of accounts in the EU: https://api.eu.opsgenie.com.
  url: hostedUrl('https://api.opsgenie.com'),
  apiKey: secretText('The API key of the integration. Who knows it can page.'),
  webhookSecret: secretText(
    'Any secret, which an outgoing webhook sends as the header `Authorization: Bearer <secret>`: who acknowledges there has acknowledged here.',
  ).optional(),
});
