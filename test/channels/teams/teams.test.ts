import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/teams/answers.ts';
import { teamsMessage } from '../../../src/channels/teams/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';

const signature = 'CANARY-sIgnAture';

test('a Down for Teams is an Adaptive Card', () => {
  const message = incidentMessage({ lastMetrics: [] });
  const run = (text: string, look = {}) => ({
    ...{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...look }] },
  });
  const line = (text: string) => ({ ...run(text), spacing: 'None' });
  const subject = '🔴 [Down] checkout (production): silent since 03:12:04 UTC';
  expect(teamsMessage(message)).toEqual({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          ...{ type: 'AdaptiveCard', version: '1.4', fallbackText: subject, msteams: { width: 'Full' } },
          body: [
            {
              ...{ type: 'Container', style: 'attention', bleed: true },
              items: [run(subject, { weight: 'Bolder', size: 'Medium' })],
            },
            run('No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.'),
            line('Service: checkout'),
            line('Environment: production'),
            line('Last heartbeat: 2026-11-21 03:12:04 UTC'),
            line('Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s'),
            line('Instances: 2 Down'),
            line(`id ${message.notificationId}`),
            line(message.url),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open the incident', url: message.url }],
        },
      },
    ],
  });
});

describeProvider('Teams', {
  config: (origin) => ({
    ...{ id: 'chat', type: 'teams' },
    url: `${origin}/powerautomate/automations/direct/workflows/7/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers&sig=${signature}`,
  }),
  secrets: [signature],
  taken: { status: 202 },
  answers,
  says: ({ status, code }) => ({
    status: status === '4xx' ? 400 : Number(status),
    body: {
      error: { code: code ?? 'WorkflowTriggerRateLimited', message: `Could not run: sig=${signature}` },
    },
  }),
  limit: {
    answer: { status: 429, headers: { 'retry-after': '17' }, body: { error: { code: 'TooManyRequests' } } },
    waitMs: 17_000,
  },
  faults({ body }) {
    const texts = JSON.stringify(JSON.parse(body).attachments[0].content.body);
    return [
      ...(Buffer.byteLength(body) > 28 * 1024 ? [`${Buffer.byteLength(body)} bytes`] : []),
      // It would read Markdown.
      ...(texts.includes('"TextBlock"') ? ['TextBlock'] : []),
    ];
  },
  // A run of text knows no mention and no link.
  forbidden: /"(TextBlock|FactSet|mention)"/,
});
