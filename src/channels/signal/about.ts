import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Signal',
  summary:
    'Sends through your own [signal-cli-rest-api](https://github.com/bbernhard/signal-cli-rest-api), in which a number is registered or linked. It answers 400 to everything that went wrong, so such a message is tried again for a day.',
  example: {
    ...{ id: 'signal', type: 'signal', url: 'http://signal:8080' },
    ...{ number: '+491701234567', to: ['+491707654321'] },
  },
  documents: [
    {
      name: 'API of signal-cli-rest-api, /v2/send',
      url: 'https://github.com/bbernhard/signal-cli-rest-api/blob/a08db23/src/docs/swagger.json',
      date: '2026-08-16',
    },
    {
      name: 'Its source (answers)',
      url: 'https://github.com/bbernhard/signal-cli-rest-api/blob/a08db23/src/api/api.go',
      date: '2026-08-16',
    },
  ],
  untried: 'Everything: it was tried against a receiver that answers as the source says.',
};
