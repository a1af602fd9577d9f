import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Apprise API',
  summary:
    'Sends through your own [Apprise API](https://github.com/caronc/apprise-api) to whatever its configuration names: some hundred services that have no channel here. If it reached some of them and not all, it says so and the message is tried again: those that have it get it again.',
  example: { id: 'apprise', type: 'apprise', url: 'http://apprise:8000', key: '${APPRISE_KEY}', tag: 'ops' },
  documents: [
    {
      name: 'README of Apprise API',
      url: 'https://github.com/caronc/apprise-api/blob/69b6187/README.md',
      date: '2026-08-20',
    },
  ],
  untried:
    'A real Apprise API, and what it makes of the text for each service: it was tried against a receiver that answers as the document says.',
};
