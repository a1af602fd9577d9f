import type { ThreadProvider } from '../support/describe-threads.ts';

/** ntfy as it keeps its messages. */
export const thread: ThreadProvider = {
  config: (url) => ({ id: 'nt', type: 'ntfy', url, topic: 'CANARY-topic' }),
  replaces: true,
  knowsRepetitions: true,
  answer({ body }, posts) {
    const {
      title,
      sequence_id: id,
      priority,
    } = JSON.parse(body) as {
      title: string;
      sequence_id: string;
      priority: number;
    };
    const rings = priority >= 3;
    // What rings and what does not must not be mixed up.
    if (rings === /works on it|^\[Recovered\]/.test(title)) return { status: 400, body: { code: 40001 } };
    const post = posts.find((one) => one.id === id);
    if (post === undefined) posts.push({ id, text: title });
    else post.text = title;
    return { status: 200, body: { id: 'x', sequence_id: id } };
  },
};
