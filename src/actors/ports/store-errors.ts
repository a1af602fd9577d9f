/** The store is away, or takes nothing now, and that passes: whatever asked for it is not to blame, and may ask again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** For operators. */
  readonly reason: string;

  constructor(
    message: string,
    { cause, reason = 'Redis does not answer' }: { cause?: unknown; reason?: string | undefined } = {},
  ) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** The store answers, and refuses whatever this program asks for, until an operator changes that: a wrong password, say. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
}
