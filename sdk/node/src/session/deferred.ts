/** A promise that is settled from outside, once. */
export class Deferred<T> {
  #resolve: (value: T) => void = () => undefined;
  #isSettled = false;
  readonly promise: Promise<T> = new Promise((resolve) => {
    this.#resolve = resolve;
  });

  get isSettled(): boolean {
    return this.#isSettled;
  }

  resolve(value: T): void {
    this.#isSettled = true;
    this.#resolve(value);
  }
}
