import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Slack',
  summary:
    'Posts as a bot or to an incoming webhook. Names of services make no mention, no link and no emoji.\n\nWith an incoming webhook (Features, Incoming Webhooks, Add New Webhook to Workspace) only `url` is needed. Nothing that it posted can be changed.\n\nWith a bot one outage is one message (*changes*): give `token` and `channel` in place of `url`. The app needs the scope `chat:write`, and must be invited to the channel. With `channels:history`, or `groups:history` for a private channel, it also finds what it posted when the answer of Slack was lost; without it such a message may stand there twice. An answer below a message also stands in the channel, else few people are notified of it.\n\nFor buttons give the `signingSecret` of the app (Basic Information) and set in Interactivity & Shortcuts the Request URL `https://<this monitor>/api/callbacks/<id of the channel>`.',
  example: { id: 'chat', type: 'slack', url: '${SLACK_WEBHOOK_URL}' },
  documents: [
    {
      name: 'Sending messages using incoming webhooks',
      url: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
      date: 'as known when it was built, 2026-11',
    },
    {
      name: 'chat.postMessage, chat.update, conversations.history (arguments, errors, metadata)',
      url: 'https://docs.slack.dev/reference/methods/chat.update/',
      date: 'read 2026-11-22',
    },
    {
      name: 'Verifying requests from Slack; block_actions payload',
      url: 'https://docs.slack.dev/reference/interaction-payloads/block_actions-payload',
      date: 'read 2026-11-22',
    },
  ],
  untried:
    'Everything: it was tried against a receiver that behaves as the documents say. How soon a new message can be found with `conversations.history`.',
};
