import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'E-mail',
  summary:
    'Hands mail to an SMTP server. A mail has its text as plain text and as HTML, which loads nothing and follows the light or dark colours of its reader. All mails of an incident are one conversation, and a repetition has the same `Message-ID`. Each says that it was made by a program (`Auto-Submitted`, `X-Auto-Response-Suppress`), so that no out-of-office note answers it.\n\n**TLS.** Where TLS is required and the server offers no STARTTLS, or somebody in between hides it, nothing is sent, not even the login, and the message is refused for good. A certificate that is not trusted, has expired or is for another name is tried again: it may be renewed.\n\n**Several addresses.** The server answers for each. Who is taken has the mail at once; who is put off (4xx) gets it with a later attempt, alone, for up to a day, and holds nothing up for the others; who is refused (5xx) is named in the reason of the message, with the code. `recipients` of `GET /api/notifications` says of each what became of it. A mail that all refuse is given up.\n\n**OAuth 2.0.** The monitor gets a token with the grant `client_credentials`, keeps it until a minute before its end, and gets another one once when the mail server does not take it. Errors `invalid_client`, `unauthorized_client`, `invalid_scope` and others with 4xx are final; `temporarily_unavailable`, `server_error`, `slow_down`, 429, 5xx and no answer are tried again. For Exchange Online: `tokenUrl: https://login.microsoftonline.com/TENANT/oauth2/v2.0/token`, `scope: https://outlook.office365.com/.default`, `url: smtp://smtp.office365.com:587`.\n\n**DKIM.** `openssl genrsa -out dkim.pem 2048` makes a key; `openssl rsa -in dkim.pem -pubout -outform der | base64 -w0` prints what the TXT record `SELECTOR._domainkey.DOMAIN` must hold: `v=DKIM1; k=rsa; p=…`. Leave it out if your mail server signs.',
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
    {
      name: 'RFC 3207, SMTP over TLS',
      url: 'https://www.rfc-editor.org/rfc/rfc3207',
      date: '2002-02',
    },
    {
      name: 'RFC 6749, OAuth 2.0 (4.4 and 5.2)',
      url: 'https://www.rfc-editor.org/rfc/rfc6749',
      date: '2012-10',
    },
    {
      name: 'RFC 6376, DKIM',
      url: 'https://www.rfc-editor.org/rfc/rfc6376',
      date: '2011-09',
    },
  ],
  untried:
    'Mail servers of other makers, and the token endpoints of Microsoft and Google: it was tried against the library `smtp-server` and a receiver that answers as the RFC says. How the HTML looks was seen in Chromium only, light, dark and as wide as a phone.',
};
