import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Google Chat',
  summary:
    'Posts a card to an incoming webhook of a space: Apps & integrations, Webhooks, Add. A repetition has the same `requestId`, so the space shows it once.',
  example: { id: 'google', type: 'googlechat', url: '${GOOGLE_CHAT_WEBHOOK_URL}' },
  documents: [
    {
      name: 'spaces.messages.create (size, `requestId`)',
      url: 'https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create',
      date: 'read 2026-11-22',
    },
    {
      name: 'Usage limits',
      url: 'https://developers.google.com/workspace/chat/limits',
      date: 'read 2026-11-22',
    },
    {
      name: 'Cards v2',
      url: 'https://developers.google.com/workspace/chat/api/reference/rest/v1/cards',
      date: 'as known, not read again',
    },
  ],
  untried:
    'Everything: it was tried against a receiver that answers as the documents say. That a webhook keeps `requestId`.',
};
