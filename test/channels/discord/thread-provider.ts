import type { ThreadProvider } from '../support/describe-threads.ts';

/** Discord as it keeps its messages. */
export const thread: ThreadProvider = {
  config: (origin) => ({ id: 'dc', type: 'discord', url: `${origin}/api/webhooks/1/token`, thread: '9' }),
  answer({ method, path, body }, posts) {
    const { content: text } = JSON.parse(body) as { content: string };
    const url = new URL(path, 'http://discord');
    if (url.searchParams.get('thread_id') !== '9')
      return { status: 400, body: { code: 220001, message: 'Webhooks posted to forum channels …' } };
    if (method === 'POST') {
      const id = String(posts.length + 17);
      posts.push({ id, text });
      return url.searchParams.get('wait') === 'true' ? { status: 200, body: { id } } : { status: 204 };
    }
    const id = /^\/api\/webhooks\/1\/token\/messages\/(\d+)$/.exec(url.pathname)?.[1];
    const post = posts.find((one) => one.id === id);
    if (method !== 'PATCH' || post === undefined)
      return { status: 404, body: { code: 10008, message: 'Unknown Message' } };
    post.text = text;
    return { status: 200, body: { id } };
  },
};
