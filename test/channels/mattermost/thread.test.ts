import { describe, expect, test } from 'vitest';
import { answers } from '../../../src/channels/mattermost/answers.ts';
import { mattermostButtons } from '../../../src/channels/mattermost/open-callbacks.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { describeThreads } from '../support/describe-threads.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { readCallback } from '../support/read-callback.ts';
import { bot, config, refused, thread } from './thread-provider.ts';

describeThreads('Mattermost', thread);

describe('the buttons of Mattermost', () => {
  const { incidentId } = incidentMessage();
  const url = 'https://monitor.example.com/api/callbacks/mm';
  const [acknowledge] = mattermostButtons(incidentMessage(), bot.buttonSecret, url) as {
    id: string;
    integration: { url: string; context: { act: string; about: string; proof: string } };
  }[];
  const context = acknowledge?.integration.context;
  const pressed = (more: object = {}) => ({
    ...{ user_id: 'u1', user_name: 'ada', channel_id: bot.channel, post_id: 'p1', trigger_id: 't1' },
    ...{ type: 'button', context, ...more },
  });
  const read = (sent: object) => readCallback({ ...bot, url: 'https://mattermost.example.com' }, {}, sent);

  test('name this monitor, and what is done', () => {
    expect(acknowledge).toMatchObject({
      ...{ id: 'acknowledge', name: 'Acknowledge', type: 'button', style: 'good' },
      integration: { url, context: { act: 'acknowledge', about: incidentId } },
    });
  });

  test('that are pressed acknowledge, and say so to who pressed', () => {
    const reading = read(pressed());
    expect(reading).toMatchObject({ kind: 'act', act: { act: 'acknowledge', about: incidentId, by: 'ada' } });
    expect(reading.kind === 'act' && reading.answer?.('Done.')).toEqual({ ephemeral_text: 'Done.' });
  });

  test('are not believed without their proof, or with that of another button', () => {
    const other = { ...context, about: incidentId.replace(/.$/, '0') };
    for (const wrong of [{}, { ...context, proof: 'x' }, { ...context, act: 'silence' }, other])
      expect(read(pressed({ context: wrong })).kind).toBe('unverified');
  });
});

describeProvider('a bot in Mattermost', {
  config,
  secrets: [bot.token],
  taken: { status: 201, body: { id: 'post17' } },
  answers,
  says: ({ status, code = 'api.context.rate_limit' }) => refused(Number(status), String(code)),
  limit: {
    answer: { status: 429, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '12' } },
    waitMs: 12_000,
  },
  faults({ body }) {
    const [attachment] = JSON.parse(body).props.attachments;
    return attachment.text.length > 4_000 ? [`${attachment.text.length} characters`] : [];
  },
});
