/** One call of a port, with what it answered: the log from which everything can be recomputed. */
export interface PortCall {
  party: string;
  name: string;
  args: readonly unknown[];
  result: unknown;
}

/** The process that called is gone: nothing of it happens any more. */
export class Crash extends Error {}

/**
 * Who called goes on before the next call is made, through as many promises as lie between: a store that answers at once
 * must not let others overtake it, as none can on one that takes its time.
 */
async function callerGoesOn(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

type Method = (...args: unknown[]) => Promise<unknown>;

interface Waiting {
  party: string;
  go: () => Promise<void>;
}

/**
 * Every call from an actor to the store or to a channel passes here, one at a time. So calls can be written down,
 * a process can end between any two of them, and two actors can be interleaved in any order, the same on every store.
 */
export class Gate {
  readonly #observe: (call: PortCall) => void;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting: Waiting[] | null = null;
  /** How many calls a party may still make before it is gone. */
  readonly #callsLeft = new Map<string, number>();
  /** What an observer found wrong: actors may catch errors, so it is kept for the one who runs them. */
  failure: unknown = null;

  constructor(observe: (call: PortCall) => void) {
    this.#observe = observe;
  }

  /** The same port, every call of it through the gate. */
  around<T extends object>(party: string, portName: string, port: T): T {
    return new Proxy(port, {
      get: (target, method) => {
        const value: unknown = Reflect.get(target, method);
        if (typeof value !== 'function') return value;
        const name = `${portName}.${String(method)}`;
        return (...args: unknown[]) => this.#pass(party, name, args, (value as Method).bind(target));
      },
    });
  }

  /** The party ends after so many more calls, and stays away until it is revived. */
  crashAfter(party: string, calls: number): void {
    this.#callsLeft.set(party, calls);
  }

  revive(party: string): void {
    this.#callsLeft.delete(party);
  }

  /** Resolves when no call is under way, not even one that nobody waits for. */
  async idle(): Promise<void> {
    for (let tail: unknown = null; tail !== this.#tail; ) {
      tail = this.#tail;
      await this.#tail;
      await Promise.resolve();
    }
  }

  /** Runs several actors at once; each time all of them wait, `picks` says whose call goes next. */
  async interleave(actors: readonly (() => Promise<unknown>)[], picks: readonly number[]): Promise<void> {
    const waiting: Waiting[] = [];
    this.#waiting = waiting;
    const ended = new Set<number>();
    const all = Promise.all(actors.map((actor, at) => actor().finally(() => ended.add(at))));
    let turn = 0;
    for (let idle = 0; ended.size < actors.length && idle < 1_000; idle++) {
      // What an actor does between two calls takes no more than a turn of the event loop or two.
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      const [next] = waiting.splice(
        (picks[turn % Math.max(1, picks.length)] ?? 0) % Math.max(1, waiting.length),
        1,
      );
      if (next === undefined) continue;
      idle = 0;
      turn++;
      await next.go();
    }
    // What nobody waits for may still stand in line.
    for (const { go } of waiting.splice(0)) await go();
    this.#waiting = null;
    await all;
  }

  async #pass(party: string, name: string, args: readonly unknown[], perform: Method): Promise<unknown> {
    const run = async () => {
      const left = this.#callsLeft.get(party);
      if (left === 0) throw new Crash(`${party} is gone before ${name}`);
      if (left !== undefined) this.#callsLeft.set(party, left - 1);
      const kept = structuredClone(args.filter((arg) => !(arg instanceof AbortSignal)));
      const result = await perform(...args);
      try {
        this.#observe({ party, name, args: kept, result: structuredClone(result) });
      } catch (error) {
        this.failure ??= error;
        throw error;
      }
      return result;
    };
    if (this.#waiting !== null) return this.#inTurn(this.#waiting, party, run);
    const ran = this.#tail.then(run);
    this.#tail = ran.catch(() => undefined).then(callerGoesOn);
    return ran;
  }

  #inTurn(waiting: Waiting[], party: string, run: () => Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      waiting.push({ party, go: () => run().then(resolve, reject) });
    });
  }
}
