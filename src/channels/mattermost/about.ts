import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Mattermost',
  summary:
    'Posts as a bot or to an incoming webhook. Names of services mention nobody.\n\nWith an incoming webhook (Product menu, Integrations, Incoming Webhooks, Add) nothing that it posted can be changed.\n\nWith a bot (Integrations, Bot Accounts) one outage is one post (*changes*): give `token`, and the id of the channel to which the bot was added. What people must hear is a reply below the post. A post whose answer was lost is posted once if it is repeated within half a minute, as the server remembers its id for so long.\n\nWith `buttonSecret` the posts have buttons. The server must reach this monitor (`MONITOR_PUBLIC_URL`); if that is in a private network, name it in AllowedUntrustedInternalConnections. Mattermost signs nothing: the proof that a button was pressed is in its context, which the server gives to no client. The name of the person is what the server says.',
  example: { id: 'mattermost', type: 'mattermost', url: '${MATTERMOST_WEBHOOK_URL}', channel: 'ops' },
  documents: [
    {
      name: 'Interactive messages (buttons and their context)',
      url: 'https://developers.mattermost.com/integrate/plugins/interactive-messages/',
      date: 'as known when it was built, 2026-11',
    },
    {
      name: 'API v4, posts (create, patch) and the server (pending post ids, errors)',
      url: 'https://github.com/mattermost/mattermost/blob/285f792d/server/channels/app/post.go',
      date: 'read 2026-11-22',
    },
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
