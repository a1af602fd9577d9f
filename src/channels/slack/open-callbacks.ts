import { createHmac } from 'node:crypto';
import type { CallbackReader } from '../../actors/ports/callbacks.ts';
import type { ChannelServices } from '../channel-services.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { isSameSecret } from '../outbound/is-same-secret.ts';
import { openHttpClient } from '../outbound/open-http-client.ts';
import { parseJson } from '../outbound/parse-json.ts';
import { readField } from '../outbound/read-field.ts';
import { cleanText } from '../wording/clean-text.ts';
import { slackText } from './slack-text.ts';

/** Slack’s own advice: what is older may be a repetition by somebody who listened. */
const toleranceMs = 5 * 60_000;

/** Reads what Slack sends when somebody presses a button: `block_actions`, signed with the secret of the app. */
export function openSlackCallbacks(
  { url, signingSecret }: { url: string; signingSecret: string },
  services: ChannelServices,
): CallbackReader {
  return {
    read({ headers, body, nowMs }) {
      const timestamp = headers['x-slack-request-timestamp'];
      const signature = headers['x-slack-signature'];
      if (typeof timestamp !== 'string' || typeof signature !== 'string')
        return { kind: 'unverified', because: 'it has no signature of Slack' };
      const signed = createHmac('sha256', signingSecret)
        .update(`v0:${timestamp}:`)
        .update(body)
        .digest('hex');
      if (!isSameSecret(signature, `v0=${signed}`))
        return { kind: 'unverified', because: 'its signature is not that of "signingSecret"' };
      if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp) * 1000) > toleranceMs)
        return { kind: 'unverified', because: 'it was signed more than 5 minutes ago, or clocks differ' };
      const payload = parseJson(new URLSearchParams(body.toString('utf8')).get('payload') ?? '');
      const act = readField(payload, 'actions', 0, 'action_id');
      const about = readField(payload, 'actions', 0, 'value');
      if (readField(payload, 'type') !== 'block_actions' || typeof about !== 'string')
        return { kind: 'nothing' };
      if (act !== 'acknowledge' && act !== 'silence') return { kind: 'nothing' };
      const target = readField(payload, 'response_url');
      return {
        kind: 'act',
        act: { act, about, by: personOf(payload) },
        seal: signature,
        ...(isOfSlack(target, url) ? { tell: (words, signal) => tell(target, words, signal) } : {}),
      };
    },
  };

  /** Only who pressed sees it. */
  async function tell(target: string, words: string, signal: AbortSignal): Promise<void> {
    const http = openHttpClient(services);
    const value = { response_type: 'ephemeral', replace_original: false, text: slackText(words, 2000) };
    try {
      await http.exchange(jsonRequest(target, value), signal);
    } finally {
      await http.close();
    }
  }
}

function personOf(payload: unknown): string {
  const user = readField(payload, 'user');
  const names = [readField(user, 'name'), readField(user, 'username'), readField(user, 'id')];
  const name = names.find((one) => typeof one === 'string' && one.trim() !== '');
  return cleanText(typeof name === 'string' ? name : 'somebody in Slack', 100);
}

/** Slack says where to answer; it is asked only if that is Slack, or where its API is reached. */
function isOfSlack(target: unknown, url: string): target is string {
  if (typeof target !== 'string') return false;
  const { protocol, hostname, origin } = URL.parse(target) ?? {};
  return (protocol === 'https:' && hostname === 'hooks.slack.com') || origin === new URL(url).origin;
}
