/** Older browsers have neither; there a number is what a double keeps of it. */
const json =
  /** @type {{ rawJSON?(text: string): object, isRawJSON?(value: unknown): value is { rawJSON: string } }} */ (
    JSON
  );

/** Whether there may be a number that this browser would write in another way. */
const mayChange = /[\d.]{16}|0\.0{6}|(?:\d[eE][-+]?\d+|\.\d*0|-0)(?=[\s,}\]]|$)/;

export const exactJson = {
  /**
   * JSON whose numbers `JSON.stringify` writes as they were sent: instances send such as no double keeps.
   *
   * @param {string} text
   * @returns {unknown}
   */
  parse: (text) =>
    json.rawJSON !== undefined && mayChange.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text),

  /**
   * The digits of a number that was read so; null: it is none.
   *
   * @param {unknown} value
   * @returns {string | null}
   */
  digitsOf(value) {
    if (typeof value === 'number') return String(value);
    return json.isRawJSON?.(value) ? value.rawJSON : null;
  },
};

/**
 * @param {string} _key
 * @param {unknown} value
 * @param {{ source?: string }} [context]
 */
function keepDigits(_key, value, context) {
  const source = context?.source;
  const isSame = typeof value !== 'number' || source === undefined || String(value) === source;
  return isSame ? value : json.rawJSON?.(source);
}
