import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { secretUrl } from '../provider-fields.ts';

/** A workflow of Microsoft Teams that is started by a webhook. */
export const teamsConfig = z.strictObject({
  ...channelFields('teams'),
  url: secretUrl('The address of the workflow, as Workflows shows it; its `sig` is what lets one post.'),
});
