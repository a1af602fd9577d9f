import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { hostedUrl, secretText } from '../provider-fields.ts';

/** A team of SIGNL4. */
export const signl4Config = z.strictObject({
  ...channelFields('signl4'),
  url: hostedUrl('https://connect.signl4.com'),
  secret: secretText('The secret of the team, or of one of its integrations.'),
  category: z.string().min(1).max(100).optional().describe('A service or system category of the team.'),
});
