import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Rocket.Chat',
  summary:
    'Posts to an incoming integration: Workspace, Integrations, New, Incoming; switch it on and copy its webhook URL. Names of services mention nobody.',
  example: { id: 'rocket', type: 'rocketchat', url: '${ROCKETCHAT_WEBHOOK_URL}', channel: '#ops' },
  documents: [
    {
      name: 'Post Message (the fields are those of an integration)',
      url: 'https://github.com/RocketChat/Rocket.Chat-Open-API/blob/c9aec5a/messaging.yaml',
      date: '2026-08-20',
    },
    {
      name: 'Integrations',
      url: 'https://docs.rocket.chat/docs/rocketchat-marketplace-integrations',
      date: 'read 2026-11-22',
    },
    {
      name: 'The server, incoming integrations (texts of refusals)',
      url: 'https://github.com/RocketChat/Rocket.Chat/blob/develop/apps/meteor/app/integrations/server/api/api.ts',
      date: 'read 2026-11-22',
    },
  ],
  untried:
    'Everything: it was tried against a receiver that answers with the texts of the server’s source. The text was read by the parser of Rocket.Chat, `@rocket.chat/message-parser`: it finds no mark-up and no link but ours.',
};
