interface Waiting {
  isWanted: () => boolean;
  begin: () => void;
}

/**
 * Lets a few pieces of work run at once and the others wait, caller by caller: who asks for much waits behind itself and
 * keeps nobody else from a turn.
 */
export class Turns {
  readonly #mostRunning: number;
  readonly #mostWaiting: number;
  /** Callers in the order of their turns, each with what it waits for. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running = 0;

  /** `mostWaiting` is for each caller. */
  constructor(mostRunning: number, mostWaiting: number) {
    this.#mostRunning = mostRunning;
    this.#mostWaiting = mostWaiting;
  }

  /** False: too much of this caller waits already. Else `begin` is called when it is its turn, if it is still wanted. */
  ask(caller: string, isWanted: () => boolean, begin: () => void): boolean {
    if (this.#running < this.#mostRunning) {
      this.#running++;
      begin();
      return true;
    }
    const queue = this.#waiting.get(caller) ?? [];
    if (queue.length >= this.#mostWaiting) return false;
    queue.push({ isWanted, begin });
    this.#waiting.set(caller, queue);
    return true;
  }

  /** What had begun is over. */
  done(): void {
    this.#running--;
    for (const [caller, queue] of this.#waiting) {
      const next = queue.shift();
      this.#waiting.delete(caller);
      // Behind all others that wait.
      if (queue.length > 0) this.#waiting.set(caller, queue);
      if (next === undefined || !next.isWanted()) continue;
      this.#running++;
      next.begin();
      return;
    }
  }
}
