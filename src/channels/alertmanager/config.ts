import { z } from 'zod';
import { programFields } from '../channel-fields.ts';
import { httpUrl } from '../outbound/http-url.ts';
import { secretText } from '../provider-fields.ts';

/** An Alertmanager of Prometheus, whose routes decide who is told. */
export const alertmanagerConfig = z.strictObject({
  ...programFields('alertmanager'),
  url: httpUrl.describe(
    'The Alertmanager, with its path prefix if it has one. For several give each a channel.',
  ),
  token: secretText('A bearer token, if a proxy before it asks for one.').optional(),
});
