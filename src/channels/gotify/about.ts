import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Gotify',
  summary:
    'Sends to your own Gotify server: Apps, Create application, copy its token. Down has priority 8, which rings; recoveries are quiet.',
  example: { id: 'gotify', type: 'gotify', url: 'https://gotify.example.com', token: '${GOTIFY_TOKEN}' },
  documents: [
    {
      name: 'API of the server',
      url: 'https://github.com/gotify/server/blob/d543a8a/docs/spec.json',
      date: '2026-07-24',
    },
    {
      name: 'Message extras',
      url: 'https://github.com/gotify/website/blob/0e664bef/docs/msgextras.md',
      date: 'read 2026-11-22',
    },
  ],
  untried:
    'Everything: it was tried against a receiver that answers as the document says. The sound on a phone.',
};
