/**
 * Why the monitor could not be read; the page says each differently. `invalid`: it does not answer
 * what was asked. `foreign`: something answers that is not the
 * monitor. `unreadable`: the monitor answers what this page does not understand.
 */
type Kind =
  | 'refused'
  | 'forbidden'
  | 'missing'
  | 'invalid'
  | 'unavailable'
  | 'unreachable'
  | 'foreign'
  | 'unreadable';

export class ReadFailure extends Error {
  readonly kind: Kind;

  constructor(kind: Kind, reason: string) {
    super(reason);
    this.name = 'ReadFailure';
    this.kind = kind;
  }
}
