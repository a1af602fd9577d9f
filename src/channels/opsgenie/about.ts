import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Opsgenie',
  summary:
    'Opens an alert in Opsgenie, which ends on 5 April 2027: its successor is [Jira Service Management](#jsm), with the same fields, and a new API key. Teams, the team, Integrations, Add integration, API; copy its API key. The key of API key management does not do: it cannot create alerts. Accounts in the EU set `url` to https://api.eu.opsgenie.com. What becomes of an incident is said at [Jira Service Management](#jsm).',
  example: { id: 'pager', type: 'opsgenie', apiKey: '${OPSGENIE_API_KEY}' },
  documents: [
    {
      name: 'Alert API: create, acknowledge and close an alert',
      url: 'https://docs.opsgenie.com/docs/alert-api',
      date: 'as its SDKs show it, read 2026-11-22',
    },
    {
      name: 'Alerts and alert fields (limits)',
      url: 'https://docs.opsgenie.com/docs/alerts-and-alert-fields',
      date: 'read 2026-11-22',
    },
    {
      name: 'Response codes',
      url: 'https://docs.opsgenie.com/docs/response',
      date: 'read 2026-11-22',
    },
    {
      name: 'Rate Limiting',
      url: 'https://docs.opsgenie.com/docs/api-rate-limiting',
      date: 'read 2026-11-22',
    },
    {
      name: 'API Overview (EU, end of support)',
      url: 'https://docs.opsgenie.com/docs/',
      date: 'read 2026-11-22',
    },
  ],
  untried:
    'Everything: it was tried against a receiver that behaves as the documents say. What it answers after its end.',
};
