/** A connection was refused by us: it would have led into a private network. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  readonly code = 'ERR_ADDRESS_BLOCKED';

  constructor() {
    super('the address is private');
  }
}
