import type { ThreadProvider } from '../support/describe-threads.ts';

export const bot = {
  ...{ id: 'mm', type: 'mattermost', token: 'CANARYtokenOfTheBot' },
  channel: 'abcdefghijklmnopqrstuvwxyz',
  buttonSecret: 'its-secret',
};
export const config = (url: string) => ({ ...bot, url });

export const refused = (status: number, id: string) => ({
  status,
  body: { id, message: '', status_code: status },
});

const pending = new Map<string, string>();

/** Mattermost as it keeps its messages. */
export const thread: ThreadProvider = {
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
};
