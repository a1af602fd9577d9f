import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { secretText, secretUrl } from '../provider-fields.ts';

const aChannel = 'must be the name of a channel, such as town-square, or @ and a user name';

/** An incoming webhook of a Mattermost server, or a channel in which a bot posts. */
export const mattermostConfig = z
  .strictObject({
    ...channelFields('mattermost'),
    url: secretUrl(
      'The address of the incoming webhook, https://…/hooks/…; with `token`: that of the server.',
    ),
    channel: z
      .string(aChannel)
      .regex(/^@?[a-z0-9._-]{1,64}$/, aChannel)
      .optional()
      .describe(
        'Another channel than that of the webhook, by its name in addresses; @ and a user name for one person. With `token`: the id of the channel, 26 letters and digits, in View Info.',
      ),
    token: secretText(
      'The token of a bot: one outage is one post then, which is changed and answered below.',
    ).optional(),
    buttonSecret: secretText(
      'With `token`: any secret, of which the proof of each button is made. The posts have buttons then, and the server sends what people press to `/api/callbacks/<id>`.',
    ).optional(),
  })
  .superRefine(({ token, channel, buttonSecret }, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (token !== undefined && !/^[a-z0-9]{26}$/.test(channel ?? ''))
      wrong('channel', 'must be the id of a channel, with "token": 26 letters and digits');
    if (token === undefined && buttonSecret !== undefined)
      wrong('buttonSecret', 'needs "token": a webhook has no buttons here');
  });
