import type { Closable } from '../monitor-handle.ts';

const windowSeconds = 60;

/** Requests in flight, and started within the last minute, in the same few bytes whatever the load. */
export class RequestCounter {
  /** Own symbol per counter: two ways of hearing of one request count it once. */
  readonly #mark = Symbol('service-monitor.counted');
  readonly #perSecond = new Uint32Array(windowSeconds);
  readonly #now: () => number;
  #newestSecond: number;
  #active = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#now = nowMs;
    this.#newestSecond = this.#second();
  }

  begin(request: object, response: Closable): void {
    const marks = request as Record<symbol, true>;
    if (marks[this.#mark]) return;
    marks[this.#mark] = true;
    this.#forgetOld();
    const slot = this.#newestSecond % windowSeconds;
    this.#perSecond[slot] = (this.#perSecond[slot] ?? 0) + 1;
    this.#active += 1;
    // Not 'finish': a request whose client went away never finishes, and would stay in flight for ever.
    response.once('close', this.#end);
  }

  read(): { requestsPerMinute: number; activeConnections: number } {
    this.#forgetOld();
    let requestsPerMinute = 0;
    for (const count of this.#perSecond) requestsPerMinute += count;
    return { requestsPerMinute, activeConnections: this.#active };
  }

  readonly #end = (): void => {
    this.#active -= 1;
  };

  #second(): number {
    return Math.floor(this.#now() / 1000);
  }

  #forgetOld(): void {
    const second = this.#second();
    const passed = Math.min(second - this.#newestSecond, windowSeconds);
    for (let age = 0; age < passed; age += 1) this.#perSecond[(second - age) % windowSeconds] = 0;
    if (passed > 0) this.#newestSecond = second;
  }
}
