import type { Post, ThreadProvider } from '../support/describe-threads.ts';

const transactions = new Map<string, string>();

interface Content {
  body: string;
  'm.new_content'?: { body: string };
  'm.relates_to'?: { rel_type: string; event_id: string };
}

/** The new event; one that replaces another is shown in its place. */
function take(content: Content, transaction: string, posts: Post[]): string {
  const relation = content['m.relates_to'];
  const id = `$${transactions.size + 17}`;
  transactions.set(transaction, id);
  const replaced = relation?.rel_type === 'm.replace' && posts.find((one) => one.id === relation.event_id);
  if (replaced) replaced.text = content['m.new_content']?.body ?? '';
  else posts.push({ id, text: content.body, below: relation?.event_id });
  return id;
}

/** Matrix as it keeps its messages. */
export const thread: ThreadProvider = {
  config: (url) => ({ id: 'mx', type: 'matrix', url, token: 'CANARYtoken', room: '!r:example.com' }),
  answersBelow: true,
  knowsRepetitions: true,
  answer({ method, path, body }, posts) {
    if (posts.length === 0) transactions.clear();
    const [, , , , , room = '', what, type] = path.split('/');
    const last = decodeURIComponent(path.split('/').at(-1) ?? '');
    if (decodeURIComponent(room) !== '!r:example.com')
      return { status: 403, body: { errcode: 'M_FORBIDDEN' } };
    if (method === 'GET' && what === 'event')
      return posts.some(({ id }) => id === last)
        ? { status: 200, body: { event_id: last, unsigned: { age: 5 } } }
        : {
            status: 200,
            body: { event_id: last, unsigned: { redacted_because: { type: 'm.room.redaction' } } },
          };
    if (method !== 'PUT' || type !== 'm.room.message')
      return { status: 404, body: { errcode: 'M_UNRECOGNIZED' } };
    const known = transactions.get(last);
    if (known !== undefined) return { status: 200, body: { event_id: known } };
    const id = take(JSON.parse(body) as Content, last, posts);
    return { status: 200, body: { event_id: id } };
  },
};
