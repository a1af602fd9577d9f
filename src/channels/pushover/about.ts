import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Pushover',
  summary:
    'Sends to the devices of a user or a group: create an application, copy its token and the key of the user. With `emergency: true` a Down rings again each minute, for up to 3 hours, until somebody acknowledges it on a device. That does not count as an acknowledgement here: what Pushover would call back with is not signed. It also rings on if the incident is acknowledged here.',
  example: {
    ...{
      id: 'pushover',
      type: 'pushover',
      token: '${PUSHOVER_TOKEN}',
      user: '${PUSHOVER_USER}',
      emergency: true,
    },
  },
  documents: [{ name: 'Message API', url: 'https://pushover.net/api', date: 'read 2026-11-22' }],
  untried:
    'Everything: it was tried against a receiver that answers as the document says. The sound on a phone.',
};
