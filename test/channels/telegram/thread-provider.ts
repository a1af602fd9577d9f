import type { ThreadProvider } from '../support/describe-threads.ts';

export const config = {
  ...{ id: 'tg', type: 'telegram', token: '123456:CANARY-AbCdEfGhIjKlMnOp', chat: '-1001' },
  callbackSecret: 'its-secret',
};

/** Telegram as it keeps its messages. */
export const thread: ThreadProvider = {
  config: (url) => ({ ...config, url }),
  answersBelow: true,
  answer({ path, body }, posts) {
    const { text, message_id, reply_parameters } = JSON.parse(body) as {
      text: string;
      message_id?: number;
      reply_parameters?: { message_id: number };
    };
    const refuse = (description: string) => ({
      ...{ status: 400, body: { ok: false, error_code: 400, description: `Bad Request: ${description}` } },
    });
    if (path.endsWith('/sendMessage')) {
      const id = posts.length + 17;
      posts.push({ id: String(id), text, below: reply_parameters?.message_id.toString() });
      return { status: 200, body: { ok: true, result: { message_id: id } } };
    }
    const post = posts.find(({ id }) => id === String(message_id));
    if (post === undefined) return refuse('message to edit not found');
    if (post.text === text)
      return refuse(
        'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      );
    post.text = text;
    return { status: 200, body: { ok: true, result: { message_id } } };
  },
};
