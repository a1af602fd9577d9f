import { exactJson } from '../../domain/exact-json.ts';
import { cleanText } from './clean-text.ts';
import type { Fact } from './fact.ts';

/** The metrics that the SDKs send, in the order in which they help. */
const known = new Map([
  ['cpu_percent', { name: 'CPU', unit: ' %' }],
  ['memory_mb', { name: 'Memory', unit: ' MB' }],
  ['total_memory_mb', { name: 'Total memory', unit: ' MB' }],
  ['disk_usage_percent', { name: 'Disk used', unit: ' %' }],
  ['requests_per_minute', { name: 'Requests', unit: ' per min' }],
  ['active_connections', { name: 'Active connections', unit: '' }],
  ['thread_count', { name: 'Threads', unit: '' }],
]);

/** The moment stands beside the metrics already. */
const untold = new Set(['timestamp']);

const mostFacts = 12;

/** Made for the first number: it takes longer than all else that a start does with messages. */
let number: Intl.NumberFormat | null = null;

/** Metrics with names and units for people: those we know first, then what else the service sent. */
export function formatMetrics(values: Record<string, unknown>): Fact[] {
  const others = Object.keys(values).filter((key) => !known.has(key) && !untold.has(key));
  const facts: Fact[] = [];
  for (const key of [...known.keys(), ...others]) {
    const { name, unit } = known.get(key) ?? { name: cleanText(key, 40), unit: '' };
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
