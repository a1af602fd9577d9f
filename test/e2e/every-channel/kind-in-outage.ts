import type { Answer } from '../../channels/support/describe-provider.ts';
import type { ThreadProvider } from '../../channels/support/describe-threads.ts';
import type { Received } from '../../channels/support/open-receiver.ts';

/** What a request tells. */
export type Told = 'Down' | 'Acknowledged' | 'Recovered' | 'Resolved';

/** How a provider says something, and what the row of the message then gives as its reason. */
export interface Said {
  answer: Answer;
  reason: string;
}

/** A kind of channel over HTTP, as its provider takes an outage. */
export interface KindInOutage {
  type: string;
  /** Its fields with the address at which it is reached; every secret has CANARY in it. */
  config(url: string): object;
  taken: Answer;
  /** The rate limit as this provider words it, with a wait of about a second where it says one. */
  limit(nowMs: number): Said;
  /** A refusal for good as this provider words it. */
  refusal: Said;
  /** What it is told of an outage with a relapse that somebody acknowledges. */
  course: 'people' | 'pager' | 'follower' | 'thread' | 'replaced';
  /** The provider that keeps its messages, where one outage is one message. */
  thread?: ThreadProvider;
  /** What a request tells, where the subject is not in it. */
  reads?(request: Received): Told | null;
}

/** How long a provider asks to wait. */
export const waitSeconds = 1;

/** What a request tells, by the subject that stands in it. */
export function readSubject({ body }: Received): Told | null {
  const text = body.startsWith('{') || body.startsWith('[') ? body : decodeURIComponent(body);
  return (/\[(Down|Acknowledged|Recovered|Resolved)\]/.exec(text)?.[1] ?? null) as Told | null;
}

/** The receiver answers so; the reason of the row is that status and these words. */
export function said(status: number, words: string, more: Omit<Answer, 'status'> = {}): Said {
  return { answer: { status, ...more }, reason: `receiver answered ${status}${words}` };
}
