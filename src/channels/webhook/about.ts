import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Webhook',
  summary:
    'Posts a signed CloudEvent to a receiver of your own, also when a service recovers before its incident ends. What it posts is described in [protocol.md](protocol.md#webhooks).',
  example: {
    ...{ id: 'hook', type: 'webhook', url: 'https://example.com/hook', secret: '${WEBHOOK_SECRET}' },
  },
  documents: [
    { name: 'Standard Webhooks', url: 'https://www.standardwebhooks.com', date: 'v1' },
    {
      name: 'CloudEvents',
      url: 'https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md',
      date: 'v1.0.2',
    },
  ],
  untried: 'Nothing: the signature is verified by the reference library of Standard Webhooks.',
};
