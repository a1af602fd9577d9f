import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'E-mail',
  summary:
    'Hands mail to an SMTP server. With a password in the URL TLS is demanded, unless `tls: optional` allows to go without. All mails of an incident are one conversation, and a repetition has the same `Message-ID`.',
  example: {
    ...{ id: 'mail', type: 'email', url: 'smtps://monitor:${SMTP_PASSWORD}@mail.example.com' },
    ...{ from: 'monitor@example.com', to: ['ops@example.com'] },
  },
  documents: [
    {
      name: 'RFC 5321, Simple Mail Transfer Protocol',
      url: 'https://www.rfc-editor.org/rfc/rfc5321',
      date: '2008-10',
    },
    {
      name: 'RFC 3834, Automatic Responses to Mail',
      url: 'https://www.rfc-editor.org/rfc/rfc3834',
      date: '2004-08',
    },
  ],
  untried: 'Mail servers of other makers: it was tried against the library `smtp-server`.',
};
