import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Discord',
  summary:
    'Posts to a webhook of a channel: Edit Channel, Integrations, Webhooks, New Webhook, Copy Webhook URL. Names of services mention nobody. A wait that Discord asks for is kept.\n\nOne outage is one message (*changes*): it is edited. A webhook cannot reply, so what people must hear is a further, short message. There are no buttons: Discord sends what people press to applications only. It takes no id for a message of a webhook: one whose answer was lost may stand there twice.',
  example: { id: 'discord', type: 'discord', url: '${DISCORD_WEBHOOK_URL}' },
  documents: [
    {
      name: 'Webhook Resource, Execute Webhook and Edit Webhook Message',
      url: 'https://github.com/discord/discord-api-docs/blob/c98d64bc/developers/resources/webhook.mdx',
      date: '2026-08-06',
    },
    {
      name: 'Rate Limits',
      url: 'https://github.com/discord/discord-api-docs/blob/c98d64bc/developers/topics/rate-limits.mdx',
      date: '2026-08-06',
    },
    {
      name: 'Message Resource, Embed Limits',
      url: 'https://github.com/discord/discord-api-docs/blob/c98d64bc/developers/resources/message.mdx',
      date: '2026-08-06',
    },
    {
      name: 'Opcodes and Status Codes',
      url: 'https://github.com/discord/discord-api-docs/blob/c98d64bc/developers/topics/opcodes-and-status-codes.mdx',
      date: '2026-08-06',
    },
  ],
  untried:
    'Everything: it was tried against a receiver that behaves as the documents say. How the embed looks on a phone. The text was read by the parser `discord-markdown-parser`: it finds no mark-up and no link but ours.',
};
