import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import { type Failure, outcomeOfFailure } from '../outbound/outcome-of-failure.ts';
import type { Rejected } from './outcome-of-mail.ts';
import { UnusableFileError } from './pem-file.ts';

/** What nodemailer says of a mail that was not taken. */
interface MailError {
  code?: unknown;
  responseCode?: unknown;
  response?: unknown;
  command?: unknown;
  /** Each recipient that the server judged. */
  rejectedErrors?: readonly Rejected[];
}

/** The recipients that the server judged, if that is why nothing was sent; null: it is not. */
export function rejectedIn(error: unknown): readonly Rejected[] | null {
  const { rejectedErrors = [] } = error as MailError;
  return rejectedErrors.length > 0 ? rejectedErrors : null;
}

/**
 * What a mail that was not taken means. The server's words stay out of the reason, which goes to logs: they may name people
 * and machines.
 */
export function outcomeOfMailFailure(failure: Failure): AttemptOutcome {
  const { code, responseCode, response, command } = failure.error as MailError;
  if (failure.error instanceof UnusableFileError)
    return { kind: 'failed', permanent: false, reason: failure.error.message };
  if (!failure.signal.aborted) {
    const answer = typeof response === 'string' ? { answer: response } : {};
    if (code === 'ETLS') return { ...withoutTls(failure.target, responseCode), ...answer };
    if (typeof responseCode === 'number') {
      const permanent = responseCode >= 500;
      const reason = `mail server answered ${responseCode}${remark(command, permanent)}`;
      return { kind: 'failed', permanent, reason, ...answer };
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

/** A server that does not know STARTTLS, or somebody between us who hides it, gets nothing; waiting would not help. */
function withoutTls(target: string, responseCode: unknown): AttemptOutcome {
  if (typeof responseCode === 'number' && responseCode >= 500) {
    const reason = `${target} does not offer STARTTLS, and TLS is required: nothing was sent`;
    return { kind: 'failed', permanent: true, reason };
  }
  const reason = `no TLS with ${target}: STARTTLS failed; nothing was sent`;
  return { kind: 'failed', permanent: false, reason };
}

function remark(command: unknown, permanent: boolean): string {
  if (!permanent) return '';
  if (typeof command === 'string' && command.startsWith('AUTH XOAUTH2'))
    return ': it does not take the access token for this user';
  return typeof command === 'string' && command.startsWith('AUTH') ? ': it does not take the password' : '';
}
