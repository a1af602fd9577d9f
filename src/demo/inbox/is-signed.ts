import { timingSafeEqual } from 'node:crypto';
import { signWebhook } from '../../channels/webhook/sign-webhook.ts';

/** Whether who sent this knows the secret: a receiver of webhooks believes nothing else. */
export function isSigned(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  secret: string,
): boolean {
  const content = {
    id: String(headers['webhook-id']),
    timestampSeconds: Number(headers['webhook-timestamp']),
    body,
  };
  const right = Buffer.from(String(signWebhook(content, [secret])['webhook-signature']));
  const given = Buffer.from(String(headers['webhook-signature']));
  return right.length === given.length && timingSafeEqual(right, given);
}
