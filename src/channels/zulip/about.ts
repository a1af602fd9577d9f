import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Zulip',
  summary:
    'Posts as a bot: Settings, Bots, Add a new bot (incoming webhook), and subscribe it to the channel. Without `topic` each incident is a topic.',
  example: {
    ...{ id: 'zulip', type: 'zulip', url: 'https://example.zulipchat.com' },
    ...{ bot: 'monitor-bot@example.zulipchat.com', token: '${ZULIP_TOKEN}', channel: 'ops' },
  },
  documents: [
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
