import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import { type Failure, outcomeOfFailure } from '../outbound/outcome-of-failure.ts';
import { cleanText } from '../wording/clean-text.ts';

/**
 * What a mail that was not taken means. The server's words stay out of the reason, which goes to logs: they may name people
 * and machines.
 */
export function outcomeOfMailFailure(failure: Failure): AttemptOutcome {
  const { code, responseCode, response } = failure.error as {
    code?: unknown;
    responseCode?: unknown;
    response?: unknown;
  };
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
        ...(typeof response === 'string' ? { answer: cleanText(response) } : {}),
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
