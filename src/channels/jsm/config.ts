import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { hostedUrl, secretText } from '../provider-fields.ts';

/** An API integration of the operations of Jira Service Management. */
export const jsmConfig = z.strictObject({
  ...channelFields('jsm'),
  url: hostedUrl('https://api.atlassian.com/jsm/ops/integration'),
  apiKey: secretText('The API key of the integration. Who knows it can page.'),
  webhookSecret: secretText(
    'Any secret, which an outgoing webhook sends as the header `Authorization: Bearer <secret>`: who acknowledges there has acknowledged here.',
  ).optional(),
});
