import { createHmac } from 'node:crypto';
import { openReceiver } from './open-receiver.ts';

interface Block {
  type: string;
  text?: { text: string };
  elements?: { action_id?: string; value?: string; text?: unknown }[];
}

export interface SlackMessage {
  ts: string;
  text: string;
  blocks: Block[];
  thread_ts?: string;
  reply_broadcast?: boolean;
  metadata?: { event_type: string; event_payload: { id: string } };
}

interface Call {
  method: string;
  value: SlackMessage & { channel?: string; oldest?: string; include_all_metadata?: boolean };
}

/** What happens to a call: an error of the API, a status, or that its answer never comes though it was done. */
export type SlackFault = { error: string } | { status: number; headers?: Record<string, string> } | 'lost';

export const slackChannel = 'C0123456789';
export const slackToken = 'xoxb-1234-CANARY-token';

/** A workspace with one channel, as the documents of Slack describe it: 200 with `ok: false` for every error. */
export async function openSlack(fault: (call: Call) => SlackFault | null = () => null) {
  const calls: Call[] = [];
  const messages: SlackMessage[] = [];
  /** What was told to who pressed a button. */
  const ephemeral: string[] = [];
  let now = 1_790_000_000;

  function answer({ method, value }: Call): object {
    if (method === 'told') {
      ephemeral.push(value.text);
      return { ok: true };
    }
    if (value.channel !== slackChannel) return { ok: false, error: 'channel_not_found' };
    const found = messages.find(({ ts }) => ts === (value.ts ?? value.thread_ts));
    switch (method) {
      case 'chat.postMessage': {
        if (value.thread_ts !== undefined && found === undefined)
          return { ok: false, error: 'thread_not_found' };
        const ts = `${++now}.000100`;
        messages.push({ ...value, ts });
        return { ok: true, channel: slackChannel, ts };
      }
      case 'chat.update': {
        if (found === undefined) return { ok: false, error: 'message_not_found' };
        // What is not in the request stays, as its metadata.
        Object.assign(found, value);
        return { ok: true, channel: slackChannel, ts: found.ts };
      }
      case 'conversations.history':
      case 'conversations.replies': {
        const ofThread = ({ ts, thread_ts }: SlackMessage) => ts === value.ts || thread_ts === value.ts;
        const inChannel = ({ thread_ts, reply_broadcast }: SlackMessage) =>
          thread_ts === undefined || reply_broadcast === true;
        const listed = messages.filter(method === 'conversations.replies' ? ofThread : inChannel);
        return {
          ok: true,
          messages: listed.map(({ metadata, ...rest }) =>
            value.include_all_metadata ? { ...rest, metadata } : rest,
          ),
        };
      }
      default:
        return { ok: false, error: 'unknown_method' };
    }
  }

  const receiver = await openReceiver((_request, response) => {
    const { path = '', body = '', headers = {} } = receiver.received.at(-1) ?? {};
    const isAllowed = path === '/told' || headers['authorization'] === `Bearer ${slackToken}`;
    const call = { method: path.slice(1), value: JSON.parse(body) as Call['value'] };
    calls.push(call);
    const wrong = fault(call);
    if (wrong === 'lost') {
      answer(call);
      return;
    }
    const status = wrong !== null && 'status' in wrong ? wrong : { status: 200, headers: {} };
    response.writeHead(status.status, { 'content-type': 'application/json', ...status.headers });
    const error = wrong !== null && 'error' in wrong ? wrong.error : isAllowed ? null : 'invalid_auth';
    response.end(JSON.stringify(error === null ? answer(call) : { ok: false, error }));
  });
  const { origin } = new URL(receiver.url);
  const roots = () => messages.filter(({ thread_ts }) => thread_ts === undefined);
  return {
    origin,
    calls,
    messages,
    ephemeral,
    roots,
    answersTo: (ts: string) => messages.filter(({ thread_ts }) => thread_ts === ts),
    remove(ts: string) {
      messages.splice(0, messages.length, ...messages.filter((message) => message.ts !== ts));
    },
    /** The value of a button, as a person sees it; undefined: there is none. */
    button: (message: SlackMessage | undefined, action: string) =>
      message?.blocks.flatMap(({ elements = [] }) => elements).find(({ action_id }) => action_id === action)
        ?.value,
  };
}

/** What Slack sends when somebody presses a button, signed with the secret of the app. */
export function slackPress(
  press: { action: string; value: string | undefined; by?: string; responseUrl?: string },
  { secret, atMs }: { secret: string; atMs: number },
): { headers: Record<string, string>; body: string } {
  const { action, value, by = 'ada', responseUrl } = press;
  const payload = {
    type: 'block_actions',
    user: { id: 'U0123', username: by, name: by, team_id: 'T0123' },
    channel: { id: slackChannel, name: 'ops' },
    response_url: responseUrl,
    actions: [{ type: 'button', block_id: 'x', action_id: action, value, action_ts: '1790000000.1' }],
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const timestamp = String(Math.floor(atMs / 1000));
  const signed = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signed}`,
    },
    body,
  };
}
