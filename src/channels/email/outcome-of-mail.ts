import { type RecipientEnd, recipientEnds } from '../../domain/recipient-ends.ts';
import type { AttemptOutcome } from '../../domain/retry-schedule.ts';

/** What a mail server said of the recipients of one attempt. */
export interface Recipients {
  /** All of the channel. */
  to: readonly string[];
  /** What was known before the attempt. */
  before: readonly RecipientEnd[];
  taken: readonly string[];
  rejected: readonly Rejected[];
}

export interface Rejected {
  recipient?: string | undefined;
  responseCode?: number | undefined;
}

/** What an attempt means whose recipients were judged one by one. Who was put off gets the mail with a later attempt, and nobody else does. */
export function outcomeOfMail({ to, before, taken, rejected }: Recipients): AttemptOutcome {
  const named = new Map(to.map((address) => [address.toLowerCase(), address]));
  const nameOf = (address = '') => named.get(address.toLowerCase()) ?? address;
  const isFinal = ({ responseCode = 0 }: Rejected) => responseCode >= 500;
  const ends: RecipientEnd[] = [
    ...before,
    ...taken.map((address) => ({ recipient: nameOf(address), refusedWith: null })),
    ...rejected.filter(isFinal).map(({ recipient, responseCode = 0 }) => ({
      recipient: nameOf(recipient),
      refusedWith: responseCode,
    })),
  ];
  const refused = ends.filter(({ refusedWith }) => refusedWith !== null);
  const open = recipientEnds.openOf(to, ends);
  const isReached = recipientEnds.isReached(ends);
  if (open.length > 0) {
    const put = rejected
      .filter((one) => !isFinal(one))
      .map(({ recipient, responseCode }) => `${nameOf(recipient)} (${responseCode ?? 'no code'})`);
    const rest = refused.length === 0 ? '' : `; refused for good: ${namesOf(refused)}`;
    const reason = `the mail server put off ${open.length} of ${to.length} addresses: ${put.join(', ')}${rest}`;
    return { kind: 'failed', permanent: false, reason, ends };
  }
  if (!isReached) {
    const reason = `the mail server refused ${refused.length === 1 ? 'the address' : 'all addresses'}: ${namesOf(refused)}`;
    return { kind: 'failed', permanent: true, reason, ends };
  }
  if (refused.length === 0) return { kind: 'sent', ends };
  const note = `the mail server refused ${refused.length} of ${to.length} addresses: ${namesOf(refused)}`;
  return { kind: 'sent', note, ends };
}

/** Who was left out, with the code of the answer; the server's words may name people and machines. */
function namesOf(refused: readonly RecipientEnd[]): string {
  return refused.map(({ recipient, refusedWith }) => `${recipient} (${refusedWith})`).join(', ');
}
