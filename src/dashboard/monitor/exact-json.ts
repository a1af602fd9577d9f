interface RawJson {
  rawJSON?(text: string): object;
  isRawJSON?(value: unknown): value is { rawJSON: string };
}

/** Older browsers have neither; there a number is what a double keeps of it. */
const json = JSON as RawJson;

/** Whether there may be a number that this browser would write in another way. */
const mayChange = /[\d.]{16}|0\.0{6}|(?:\d[eE][-+]?\d+|\.\d*0|-0)(?=[\s,}\]]|$)/;

export const exactJson = {
  /** JSON whose numbers `JSON.stringify` writes as they were sent: instances send such as no double keeps. */
  parse: (text: string): unknown =>
    json.rawJSON !== undefined && mayChange.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text),

  /** The digits of a number that was read so; null: it is none. */
  digitsOf(value: unknown): string | null {
    if (typeof value === 'number') return String(value);
    return json.isRawJSON?.(value) ? value.rawJSON : null;
  },
};

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  const isSame = typeof value !== 'number' || source === undefined || String(value) === source;
  return isSame ? value : json.rawJSON?.(source);
}
