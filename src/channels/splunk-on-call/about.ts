import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Splunk On-Call',
  summary:
    'Pages through the REST endpoint (Integrations, 3rd Party Integrations, REST – Generic), formerly VictorOps, acknowledges the incident there when it is acknowledged here, and closes it when it is resolved. It gets no reminders, because it calls people by itself. An acknowledgement there does not come back: what it sends is not signed. What is less than an outage is a WARNING; a test is INFO, so it pages nobody. Messages of one outage have the same `entity_id`, so a repetition changes nothing.',
  example: { id: 'oncall', type: 'splunk-on-call', url: '${SPLUNK_ON_CALL_URL}' },
  documents: [
    {
      name: 'REST Endpoint integration',
      url: 'https://help.splunk.com/en/splunk-enterprise/alert-and-respond/splunk-on-call/integrations-with-splunk-on-call/rest-endpoint-integration-for-splunk-on-call',
      date: 'read 2026-11-22',
    },
    {
      name: 'Incident fields glossary',
      url: 'https://help.splunk.com/en/splunk-observability-cloud/splunk-on-call/alerts/incident-fields-glossary',
      date: 'read 2026-11-22',
    },
  ],
  untried: 'Everything: it was tried against a receiver. The documents do not list the statuses of refusals.',
};
