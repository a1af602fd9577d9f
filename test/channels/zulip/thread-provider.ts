import type { Post, ThreadProvider } from '../support/describe-threads.ts';
import type { Received } from '../support/open-receiver.ts';

export const config = (url: string) => ({
  ...{ id: 'zu', type: 'zulip', url, bot: 'bot@example.com', token: 'CANARYkey', channel: 'ops' },
});

export const refused = (msg: string) => ({
  status: 400,
  body: { result: 'error', code: 'BAD_REQUEST', msg },
});

export function answer({ method, path, body }: Received, posts: Post[]) {
  const text = new URLSearchParams(body).get('content') ?? '';
  if (method === 'POST') {
    const id = posts.length + 17;
    posts.push({ id: String(id), text });
    return { status: 200, body: { result: 'success', msg: '', id } };
  }
  const post = posts.find(({ id }) => path === `/api/v1/messages/${id}`);
  if (method !== 'PATCH' || post === undefined) return refused('Invalid message(s)');
  post.text = text;
  return { status: 200, body: { result: 'success', msg: '' } };
}

/** Zulip as it keeps its messages. */
export const thread: ThreadProvider = { config, answer };
