import { describe, expect, test } from 'vitest';
import { answers } from '../../../src/channels/mattermost/answers.ts';
import { mattermostButtons } from '../../../src/channels/mattermost/open-callbacks.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { describeThreads } from '../support/describe-threads.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { readCallback } from '../support/read-callback.ts';

const bot = {
  ...{ id: 'mm', type: 'mattermost', token: 'CANARYtokenOfTheBot' },
  channel: 'abcdefghijklmnopqrstuvwxyz',
  buttonSecret: 'its-secret',
};
const config = (url: string) => ({ ...bot, url });

const refused = (status: number, id: string) => ({ status, body: { id, message: '', status_code: status } });

const pending = new Map<string, string>();

describeThreads('Mattermost', {
  config,
  answersBelow: true,
  knowsRepetitions: true,
  answer({ method, path, headers, body }, posts) {
    if (posts.length === 0) pending.clear();
    if (headers['authorization'] !== `Bearer ${bot.token}`)
      return refused(401, 'api.context.session_expired.app_error');
    const {
      props,
      root_id,
      pending_post_id = '',
    } = JSON.parse(body) as {
      props: { attachments: { pretext: string }[] };
      root_id?: string;
      pending_post_id?: string;
    };
    const text = props.attachments[0]?.pretext ?? '';
    if (method === 'POST' && path === '/api/v4/posts') {
      const known = pending.get(pending_post_id);
      if (known !== undefined) return { status: 201, body: { id: known } };
      if (root_id !== undefined && !posts.some(({ id }) => id === root_id))
        return refused(400, 'api.post.create_post.root_id.app_error');
      const id = `post${posts.length + 17}`;
      pending.set(pending_post_id, id);
      posts.push({ id, text, below: root_id });
      return { status: 201, body: { id } };
    }
    const post = posts.find(({ id }) => path === `/api/v4/posts/${id}/patch`);
    if (method !== 'PUT' || post === undefined) return refused(404, 'app.post.get.app_error');
    post.text = text;
    return { status: 200, body: { id: post.id } };
  },
});

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
