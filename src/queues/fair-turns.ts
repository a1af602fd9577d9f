/** BullMQ takes priorities below 2^21. */
const mostTurns = 2_000_000;

/** Beyond this those are forgotten that have nothing waiting. */
const mostSources = 1_000;

interface Turns {
  /** The turn of the job that was begun last. */
  now: number;
  /** The last turn that each source was given. */
  given: Map<string, number>;
}

/**
 * The order of the jobs of a queue, as their priorities: the sources take turns (start-time fair queuing), so that a
 * source with a thousand messages does not delay the only one of another. Each process counts by itself and learns
 * from the jobs that it runs how far the others are.
 */
export class FairTurns {
  readonly #queues = new Map<string, Turns>();

  /** The turn of one more job of a source; null: it is nobody's, and its turn is next. */
  next(queue: string, source: string | null): number {
    const turns = this.#turnsOf(queue);
    if (source === null) return turns.now + 1;
    const turn = Math.max(turns.now, turns.given.get(source) ?? 0) + 1;
    turns.given.set(source, turn);
    if (turns.given.size > mostSources) this.#forget(turns);
    return turn;
  }

  /** A job with this turn is run. */
  begun(queue: string, turn: number): void {
    const turns = this.#turnsOf(queue);
    turns.now = Math.max(turns.now, turn);
    // Begins anew once in millions of messages; those that wait then are overtaken once.
    if (turns.now >= mostTurns) this.#queues.delete(queue);
  }

  #turnsOf(queue: string): Turns {
    const known = this.#queues.get(queue);
    if (known !== undefined) return known;
    const fresh = { now: 0, given: new Map<string, number>() };
    this.#queues.set(queue, fresh);
    return fresh;
  }

  #forget({ now, given }: Turns): void {
    for (const [source, turn] of given) if (turn <= now) given.delete(source);
  }
}
