import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'ntfy',
  summary:
    'Publishes to a topic of ntfy.sh or of your own server. Down rings (priority 5), recoveries are quiet. \n\nOne outage is one notification (*changes*) on servers from version 2.16 on: all of it has one `sequence_id`, and what is new replaces what was there, without a sound (priority 2) or, where people must hear it, with one. So does a repetition. Older servers show each of them.',
  example: { id: 'ntfy', type: 'ntfy', topic: '${NTFY_TOPIC}', token: '${NTFY_TOKEN}' },
  documents: [
    {
      name: 'Publishing, Publish as JSON and Limitations',
      url: 'https://github.com/binwiederhier/ntfy/blob/81a486ad/docs/publish.md',
      date: '2025-07-13',
    },
    {
      name: 'Publishing, Updating notifications (`sequence_id`)',
      url: 'https://github.com/binwiederhier/ntfy/blob/013315c2/docs/publish.md',
      date: 'read 2026-11-22',
    },
    {
      name: 'The server (error codes)',
      url: 'https://github.com/binwiederhier/ntfy/blob/81a486ad/server/errors.go',
      date: '2025-07-13',
    },
  ],
  untried:
    'Everything: it was tried against a receiver that answers with the codes of the server’s source. The sound on a phone.',
};
