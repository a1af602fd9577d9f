/** The key that requests carry. Once it was refused it is doubted, and read again before the next request. */
export class ApiKey {
  #text: string;
  #isDoubted = false;
  readonly #read: () => string | null;

  /** @param read Null when it cannot be read now: then the old one stays. */
  constructor(text: string, read: () => string | null) {
    this.#text = text;
    this.#read = read;
  }

  get text(): string {
    if (this.#isDoubted) this.renew();
    return this.#text;
  }

  heard(kind: string): void {
    this.#isDoubted = kind === 'unauthorized';
  }

  /** Reads it again; returns whether it is another one now. */
  renew(): boolean {
    const text = this.#read();
    const isAnother = text !== null && text !== this.#text;
    this.#text = text ?? this.#text;
    return isAnother;
  }
}
