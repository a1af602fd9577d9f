/**
 * Why the monitor could not be read; the page says each differently. `foreign`: something answers that is not the
 * monitor. `unreadable`: the monitor answers what this page does not understand.
 *
 * @typedef {'refused' | 'forbidden' | 'missing' | 'unavailable' | 'unreachable' | 'foreign' | 'unreadable'} Kind
 */

export class ReadFailure extends Error {
  /**
   * @param {Kind} kind
   * @param {string} reason
   */
  constructor(kind, reason) {
    super(reason);
    this.name = 'ReadFailure';
    this.kind = kind;
  }
}
