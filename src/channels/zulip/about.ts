import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Zulip',
  summary:
    'Posts as a bot: Settings, Bots, Add a new bot (incoming webhook), and subscribe it to the channel. Without `topic` each incident is a topic.\n\nOne outage is one message (*changes*): it is edited, and what people must hear is a further, short message in the same topic. Organizations let messages be edited for ten minutes at first: after that what is new stands below. Set Organization permissions, Message editing, Time limit to *Any time*. Zulip takes no id for a message: one whose answer was lost may stand there twice. There are no buttons.',
  example: {
    ...{ id: 'zulip', type: 'zulip', url: 'https://example.zulipchat.com' },
    ...{ bot: 'monitor-bot@example.zulipchat.com', token: '${ZULIP_TOKEN}', channel: 'ops' },
  },
  documents: [
    {
      name: 'Edit a message',
      url: 'https://zulip.com/api/update-message',
      date: 'as known when it was built, 2026-11',
    },
    {
      name: 'Send a message',
      url: 'https://zulip.com/api/send-message',
      date: 'read 2026-11-22, as other servers show it',
    },
    {
      name: 'Error handling',
      url: 'https://github.com/zulip/zulip/blob/256b6783/api_docs/rest-error-handling.md',
      date: 'read 2026-11-22',
    },
    {
      name: 'HTTP headers',
      url: 'https://github.com/zulip/zulip/blob/29d49c8a/api_docs/http-headers.md',
      date: 'read 2026-11-22',
    },
  ],
  untried: 'Everything: it was tried against a receiver that answers as the documents say.',
};
