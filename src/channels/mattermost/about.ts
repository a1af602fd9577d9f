import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Mattermost',
  summary:
    'Posts to an incoming webhook: Product menu, Integrations, Incoming Webhooks, Add. Names of services mention nobody.',
  example: { id: 'mattermost', type: 'mattermost', url: '${MATTERMOST_WEBHOOK_URL}', channel: 'ops' },
  documents: [
    {
      name: 'Incoming webhooks',
      url: 'https://github.com/mattermost/mattermost-developer-documentation/blob/a259f369/site/content/integrate/webhooks/incoming/_index.md',
      date: '2026-08-19',
    },
    {
      name: 'Message attachments',
      url: 'https://github.com/mattermost/mattermost-developer-documentation/blob/a259f369/site/content/integrate/reference/message-attachments/_index.md',
      date: '2026-08-19',
    },
    {
      name: 'The server, HandleIncomingWebhook (error ids)',
      url: 'https://github.com/mattermost/mattermost/blob/master/server/channels/app/webhook.go',
      date: 'read 2026-11-22',
    },
  ],
  untried:
    'Everything: it was tried against a receiver that answers as the documents say, and with the error ids of the server. The text was read by the parser `marked`, whose offspring Mattermost uses: it finds no mark-up and no link but ours.',
};
