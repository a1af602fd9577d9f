/** The store is temporarily unavailable or accepts no writes. The caller is not the cause, and may try again. */
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

/** The store answers but refuses all commands of this program until an operator changes that, such as a wrong password. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
}
