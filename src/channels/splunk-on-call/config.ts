import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { secretUrl } from '../provider-fields.ts';

/** The REST endpoint of Splunk On-Call, which was VictorOps. */
export const splunkOnCallConfig = z.strictObject({
  ...channelFields('splunk-on-call'),
  url: secretUrl(
    'The address of the REST endpoint with the routing key at its end, https://alert.victorops.com/integrations/generic/…/alert/…/….',
  ),
});
