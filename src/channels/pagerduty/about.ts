import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'PagerDuty',
  summary:
    'Opens an alert of a service of PagerDuty: Services, the service, Integrations, Add an integration, Events API v2; copy the integration key. Accounts in the EU set `url` to https://events.eu.pagerduty.com/v2/enqueue. Each incident is one alert (`dedup_key` is its id): triggered by a Down, a relapse and an escalation, acknowledged when the incident is acknowledged here, resolved at its end. It gets no reminders, because PagerDuty calls people by itself. For an acknowledgement in PagerDuty to count here, add a webhook subscription (Integrations, Generic Webhooks V3) for the event `incident.acknowledged` of the service, with the address `https://<this monitor>/api/callbacks/<id of the channel>`, and give its secret as `webhookSecret`. That works for alerts that are an incident of their own, as they are without grouping. If the alert was resolved in PagerDuty by hand, the next Down opens a new one. The `routingKey` must not change while an incident is open, else its end is dropped. `channels test` opens an alert with severity info and resolves it at once.',
  example: { id: 'pager', type: 'pagerduty', routingKey: '${PAGERDUTY_KEY}' },
  documents: [
    {
      name: 'Webhooks V3: overview and signatures',
      url: 'https://github.com/PagerDuty/developer-docs/blob/01f977eb/docs/webhooks/04-Signatures.md',
      date: 'read 2026-11-22',
    },
    {
      name: 'Events API v2 Overview: response codes, limits, event format',
      url: 'https://github.com/PagerDuty/developer-docs/blob/1da9f6a2/docs/events-API-v2/01-Overview.md',
      date: 'read 2026-11-22',
    },
    {
      name: 'Send an Alert Event: fields, actions, deduplication',
      url: 'https://github.com/PagerDuty/developer-docs/blob/1da9f6a2/docs/events-API-v2/02-Trigger-Events.md',
      date: 'read 2026-11-22',
    },
    {
      name: 'PagerDuty V2 Events API (OpenAPI)',
      url: 'https://github.com/PagerDuty/api-schema/blob/5cd58ff2/reference/events-v2/openapiv3.json',
      date: 'read 2026-11-22',
    },
  ],
  untried: 'Everything: it was tried against a receiver that behaves as the documents say.',
};
