import { createHmac } from 'node:crypto';

/** What a webhook's signature covers. */
export interface SignedContent {
  id: string;
  timestampSeconds: number;
  body: string;
}

/** The headers of Standard Webhooks: one signature for each secret, so that receivers can change theirs in peace. */
export function signWebhook(content: SignedContent, secrets: readonly string[]): Record<string, string> {
  const { id, timestampSeconds, body } = content;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}
