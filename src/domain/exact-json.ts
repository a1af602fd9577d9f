// Node has both, but the type definitions do not have them yet.
declare global {
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
  }
}

/** A number as its sender wrote it; `JSON.stringify` writes it so again. */
interface RawNumber {
  readonly rawJSON: string;
}

/** Whether there may be a number that JavaScript would write in another way: too many digits, an exponent, 1.0, -0. */
const mayChange = /[\d.]{16}|0\.0{6}|(?:\d[eE][-+]?\d+|\.\d*0|-0)(?=[\s,}\]]|$)/;

/** JSON of others, read so that it can be written again as it was sent. */
export const exactJson = {
  /**
   * A number whose digits a double does not keep is kept as its text, and `JSON.stringify` writes that. Not for text that
   * nests without a limit.
   */
  parse: (text: string): unknown => (mayChange.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)),

  /** The digits of a number that was read so; null: it is none. */
  digitsOf(value: unknown): string | null {
    if (typeof value === 'number') return String(value);
    return JSON.isRawJSON(value) ? value.rawJSON : null;
  },
} as const;

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  const isSame = typeof value !== 'number' || source === undefined || String(value) === source;
  return isSame ? value : JSON.rawJSON(source);
}
