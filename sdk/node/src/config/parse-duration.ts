const unitsMs = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** `250ms`, `30s`, `2m`, `6h` in milliseconds; null for anything else. */
export function parseDuration(text: string): number | null {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const unitMs = unitsMs.get(unit ?? '');
  return unitMs === undefined ? null : Number(amount) * unitMs;
}
