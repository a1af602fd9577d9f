import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Microsoft Teams',
  summary:
    'Starts a workflow: in the channel choose Workflows, “Send webhook alerts to a channel”, and copy its address. Teams answers 202 before the workflow has posted: that it fails later, such as in a private channel, can only be seen in the runs of the workflow, so test the channel once and look. The former connectors (`webhook.office.com`) were switched off in May 2026. A workflow gives no id back: nothing that it posted can be changed or answered. Teams has no id for repetitions: a message whose answer is lost may come twice.',
  example: { id: 'teams', type: 'teams', url: '${TEAMS_WORKFLOW_URL}' },
  documents: [
    {
      name: 'Create Incoming Webhooks (size and rate)',
      url: 'https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook',
      date: 'read 2026-11-22',
    },
    {
      name: 'Microsoft Teams connector (28 KB)',
      url: 'https://learn.microsoft.com/en-us/connectors/teams/',
      date: 'read 2026-11-22',
    },
    {
      name: 'Adaptive Cards, TextRun (no Markdown)',
      url: 'https://learn.microsoft.com/en-us/adaptive-cards/schema-explorer/text-run',
      date: 'read 2026-11-22',
    },
  ],
  untried:
    'Everything: it was tried against a receiver that answers as Power Automate does; its error codes are from reports of users. How the card looks in each client.',
};
