import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Pushbullet',
  summary:
    'Pushes to the devices of an account: Settings, Account, Create Access Token. A repetition has the same `guid`, so devices show it once.',
  example: { id: 'pushbullet', type: 'pushbullet', token: '${PUSHBULLET_TOKEN}' },
  documents: [{ name: 'Pushbullet API', url: 'https://docs.pushbullet.com', date: 'v14, read 2026-11-22' }],
  untried: 'Everything: it was tried against a receiver that answers as the document says.',
};
