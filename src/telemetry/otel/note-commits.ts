import { context, createContextKey } from '@opentelemetry/api';

/** Notes what an act commits through a port that many acts share at the same time. */
export function noteCommits<Commit>(what: string) {
  const key = createContextKey(what);
  return {
    /** The port's own commit; what it committed is noted for the act that called it. */
    noting<Outcome extends { kind: string }>(commit: (change: Commit) => Promise<Outcome>) {
      return async (change: Commit): Promise<Outcome> => {
        const outcome = await commit(change);
        if (outcome.kind === 'committed') (context.active().getValue(key) as Commit[]).push(change);
        return outcome;
      };
    },

    /** Runs an act; what it commits is added to `commits`. */
    during<T>(commits: Commit[], act: () => Promise<T>): Promise<T> {
      return context.with(context.active().setValue(key, commits), act);
    },
  };
}
