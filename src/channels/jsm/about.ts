import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Jira Service Management',
  summary:
    'Opens an alert in the operations of Jira Service Management: Operations of the team, Integrations, Add integration, API; copy its API key and turn it on. The team of the integration and its routing rules decide who is called. Each incident is one alert (its `alias` is the id of the incident): created by a Down, acknowledged when the incident is acknowledged here, closed at its end. A relapse and an escalation raise the count of the open alert. A severity `critical` is P1, `warning` P3, `info` P5. It gets no reminders, because it calls people by itself. For an acknowledgement there to count here, add an outgoing webhook (Integrations, Webhook) for the action *Acknowledge*, with the address `https://<this monitor>/api/callbacks/<id of the channel>` and the header `Authorization: Bearer <webhookSecret>`: these webhooks are not signed, so that secret is what shows where they come from. If the alert was closed there by hand, the next Down opens a new one. The answer 202 means that a request is accepted and not yet that it was carried out: the logs there show what became of it. `channels test` opens an alert with priority P5 and closes it at once; close it by hand should it stay open.',
  example: { id: 'pager', type: 'jsm', apiKey: '${JSM_API_KEY}' },
  documents: [
    {
      name: 'Outgoing webhooks (fields of the payload), as Opsgenie describes them',
      url: 'https://support.atlassian.com/opsgenie/docs/integrate-opsgenie-with-webhook/',
      date: 'as an AsyncAPI description shows it, read 2026-11-22',
    },
    {
      name: 'Integration Events API: create, acknowledge and close an alert, `identifierType`',
      url: 'https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v1/api-group-integration-events/',
      date: 'read 2026-11-22',
    },
    {
      name: 'JSDCLOUD-14179: `identifierType=alias` of the integration address',
      url: 'https://jira.atlassian.com/browse/JSDCLOUD-14179',
      date: 'read 2026-11-22',
    },
    {
      name: 'Smart values of alerts (one alias counts up)',
      url: 'https://support.atlassian.com/cloud-automation/docs/jira-smart-values-alerts',
      date: 'read 2026-11-22',
    },
    {
      name: 'Limits of fields and response codes: the documents of Opsgenie',
      url: 'https://docs.opsgenie.com/docs/response',
      date: 'read 2026-11-22',
    },
  ],
  untried:
    'Everything: it was tried against a receiver that behaves as the documents say. That its limits and answers are those of Opsgenie. That a close which follows its create at once, as in a test, is carried out after it.',
};
