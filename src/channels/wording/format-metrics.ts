import { exactJson } from '../../domain/exact-json.ts';
import { sdkMetrics } from '../../domain/sdk-metrics.ts';
import { cleanText } from './clean-text.ts';
import type { Fact } from './fact.ts';

/** The moment stands beside the metrics already. */
const untold = new Set(['timestamp']);

const mostFacts = 12;

/** Made for the first number: it takes longer than all else that a start does with messages. */
let number: Intl.NumberFormat | null = null;

/** Metrics with names and units for people: those we know first, then what else the service sent. */
export function formatMetrics(values: Record<string, unknown>): Fact[] {
  const others = Object.keys(values).filter((key) => !sdkMetrics.has(key) && !untold.has(key));
  const facts: Fact[] = [];
  for (const key of [...sdkMetrics.keys(), ...others]) {
    const { name, unit } = sdkMetrics.get(key) ?? { name: cleanText(key, 40), unit: '' };
    const value = Object.hasOwn(values, key) ? formatValue(values[key], unit) : null;
    if (value !== null) facts.push({ name, value });
  }
  return facts.slice(0, mostFacts);
}

/** Null for what does not fit a line: objects, lists, nothing. */
function formatValue(value: unknown, unit: string): string | null {
  const digits = exactJson.digitsOf(value);
  number ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
  if (digits !== null) return `${number.format(digits as Intl.StringNumericLiteral)}${unit}`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return null;
  const text = cleanText(value, 80);
  return text === '' ? null : text;
}
