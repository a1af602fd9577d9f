import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Slack',
  summary:
    'Posts to an incoming webhook of an app: Features, Incoming Webhooks, Add New Webhook to Workspace. Names of services make no mention, no link and no emoji.',
  example: { id: 'chat', type: 'slack', url: '${SLACK_WEBHOOK_URL}' },
  documents: [
    {
      name: 'Sending messages using incoming webhooks',
      url: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
      date: 'as known when it was built, 2026-11',
    },
  ],
  untried: 'Everything: it was tried against a receiver that behaves as the document says.',
};
