import { formatDuration } from '../../domain/duration.ts';
import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import { cleanText } from '../wording/clean-text.ts';
import type { Ended } from './run-program.ts';

/** EX_TEMPFAIL of sysexits.h. */
const tryAgainLater = 75;

/** Starts that may succeed later: the machine has no process, memory or file handle left, or the file is written to. */
const passing = ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE', 'ETXTBSY'];

/** What the end of the program means for the message. */
export function outcomeOfEnd(ended: Ended, signal: AbortSignal, elapsedMs: number): AttemptOutcome {
  if (ended.kind === 'not-started') {
    const reason = `the program could not be started (${ended.code})`;
    return { kind: 'failed', permanent: !passing.includes(ended.code), reason };
  }
  const line = cleanText(ended.said.split(/\r\n|\r|\n/).find((one) => one.trim() !== '') ?? '');
  const how = ended.kind === 'exited' ? `exit ${ended.code}` : ended.by;
  const answer = line === '' ? how : `${how}: ${line}`;
  if (ended.kind === 'exited') {
    if (ended.code === 0) return { kind: 'sent', answer };
    const permanent = ended.code !== tryAgainLater;
    return { kind: 'failed', permanent, reason: `the program ended with exit code ${ended.code}`, answer };
  }
  const failed = { kind: 'failed', permanent: false, answer } as const;
  if (!signal.aborted) return { ...failed, reason: `the program was ended by ${ended.by}` };
  const length = formatDuration(elapsedMs);
  return signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
    ? { ...failed, reason: `the program did not end within ${length}` }
    : { ...failed, reason: `interrupted after ${length}`, isInterrupted: true };
}
