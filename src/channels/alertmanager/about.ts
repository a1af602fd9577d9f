import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Alertmanager',
  summary:
    'Posts alerts to an Alertmanager of Prometheus, so that the routes of a team are used. Labels: `alertname` (`ServiceDown`, `ServiceDegraded`, `InstanceDown`, `ServiceUnhealthy`, `MonitorImpaired`, `MonitorTest`), `service`, `environment`, `severity` and the labels of the service, which may set `severity`. A repetition has the same labels, so it changes nothing. An alert goes on until this monitor says that it is over, or for 30 days; an Alertmanager that is restarted without its storage forgets it.',
  example: { id: 'alertmanager', type: 'alertmanager', url: 'http://alertmanager:9093' },
  documents: [
    {
      name: 'API v2',
      url: 'https://github.com/prometheus/alertmanager/blob/68fb2d575/api/v2/openapi.yaml',
      date: '2026-08-22',
    },
    {
      name: 'Alerts API',
      url: 'https://github.com/prometheus/alertmanager/blob/68fb2d575/docs/alerts_api.md',
      date: '2026-08-22',
    },
  ],
  untried:
    'Other versions than 0.25.0: with that the alert fired with the labels of the service, and was resolved.',
};
