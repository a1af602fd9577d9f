/** Why the monitor could not be read; the page says each differently. */
export class ReadFailure extends Error {
  /**
   * @param {'refused' | 'forbidden' | 'missing' | 'unavailable' | 'unreachable'} kind
   * @param {string} reason
   */
  constructor(kind, reason) {
    super(reason);
    this.name = 'ReadFailure';
    this.kind = kind;
  }
}
