import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Matrix',
  summary:
    'Posts to a room as a user of its own: log that user in once, take its access token, and let it join the room. The room must not be encrypted. A repetition has the same transaction id, so the room shows it once.\n\nOne outage is one message (*changes*): it is replaced (`m.replace`), and what people must hear stands in the thread below it (`m.thread`). There are no buttons in Matrix.',
  example: {
    ...{ id: 'matrix', type: 'matrix', url: 'https://matrix.example.com' },
    ...{ token: '${MATRIX_TOKEN}', room: '!abcdef:example.com' },
  },
  documents: [
    {
      name: 'Client-Server API, event replacements and threading',
      url: 'https://github.com/matrix-org/matrix-spec/blob/d0ba2aae/content/client-server-api/modules/threading.md',
      date: 'as known when it was built, 2026-11',
    },
    {
      name: 'Client-Server API, send',
      url: 'https://github.com/matrix-org/matrix-spec/blob/d0ba2aae/data/api/client-server/room_send.yaml',
      date: '2026-07-21',
    },
    {
      name: 'Client-Server API, errors, rate limiting and mentions',
      url: 'https://github.com/matrix-org/matrix-spec/blob/d0ba2aae/content/client-server-api/_index.md',
      date: '2026-07-21',
    },
  ],
  untried:
    'Everything: it was tried against a receiver that answers as the documents say. For which messages of a thread each client notifies. Encrypted rooms are not supported.',
};
