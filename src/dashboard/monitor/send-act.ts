import type { Access } from './access.ts';
import { ask, type Fault, problemIn } from './fetch-json.ts';
import { ReadFailure } from './read-failure.ts';

/** What a person wants to have done. */
export interface WantedAct {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  /** Which version of it was seen; absent: whatever it is now. */
  version?: string;
}

/** What became of it. */
export type ActOutcome =
  | { kind: 'done'; answer: unknown }
  /** The monitor did not do it, and says why. */
  | { kind: 'refused'; reason: string; faults: readonly Fault[] }
  /** The monitor does not know the key, or the session, any more. */
  | { kind: 'unknown-key' }
  /** Nobody can tell whether it was done. */
  | { kind: 'unclear'; reason: string };

/** A test of a channel waits for its provider. */
const timeoutMs = 40_000;

/** Has one thing done, once: nothing is tried again by itself. */
export async function sendAct(
  { method, path, body, version }: WantedAct,
  access: Access,
): Promise<ActOutcome> {
  const never = new AbortController().signal;
  try {
    const reply = await ask(path, access, never, { method, body, version, timeoutMs });
    if (reply.isOk) return { kind: 'done', answer: reply.value };
    const problem = problemIn(reply);
    if (problem === null) return unclear(`Another server answered ${reply.status}.`);
    if (reply.status === 401) return { kind: 'unknown-key' };
    const reason = problem.detail ?? `The monitor answered ${reply.status}.`;
    return { kind: 'refused', reason, faults: problem.faults };
  } catch (error) {
    return unclear(error instanceof ReadFailure ? error.message : String(error));
  }
}

function unclear(why: string): ActOutcome {
  return { kind: 'unclear', reason: `${why} It is not known whether it was done.` };
}
