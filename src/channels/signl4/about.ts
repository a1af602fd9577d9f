import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'SIGNL4',
  summary:
    'Alerts the team that is on duty, and closes the alert when the incident is resolved. Its webhook knows only *new* and *resolved*, so an acknowledgement here does not reach it; one there does not come back, as what it sends is not signed. Teams, Distribution, Webhook shows the secret. A test of the channel (`channels test`) opens an alert that somebody must close.',
  example: { id: 'signl4', type: 'signl4', secret: '${SIGNL4_SECRET}' },
  documents: [
    {
      name: 'SIGNL4 REST API, Send Event (its fields are those of the webhook)',
      url: 'https://docs.signl4.com/integrations/rest-api/rest-api.html',
      date: '2026-05-18',
    },
    {
      name: 'Inbound webhook',
      url: 'https://docs.signl4.com/integrations/webhook/webhook.html',
      date: 'named by the former, not in our copies',
    },
  ],
  untried:
    'Everything: it was tried against a receiver. The documents do not say which status a wrong secret gets.',
};
