import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import { type Failure, outcomeOfFailure } from '../outbound/outcome-of-failure.ts';

/** What a mail that was not taken means. The server's words stay out: they may name people and machines. */
export function outcomeOfMailFailure(failure: Failure): AttemptOutcome {
  const { code, responseCode } = failure.error as { code?: unknown; responseCode?: unknown };
  if (!failure.signal.aborted) {
    if (code === 'ETLS') {
      const reason = `no TLS with ${failure.target}: STARTTLS is not offered, or failed; nothing was sent`;
      return { kind: 'failed', permanent: false, reason };
    }
    if (typeof responseCode === 'number') {
      return {
        kind: 'failed',
        permanent: responseCode >= 500,
        reason: `mail server answered ${responseCode}`,
      };
    }
    if (code === 'EENVELOPE') {
      return { kind: 'failed', permanent: true, reason: 'the mail has no valid recipient' };
    }
    if (code === 'ETIMEDOUT') {
      return { kind: 'failed', permanent: false, reason: `no answer from ${failure.target} in time` };
    }
  }
  return outcomeOfFailure(failure);
}
