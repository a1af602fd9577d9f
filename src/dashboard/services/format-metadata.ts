import { sdkMetrics } from '../../domain/sdk-metrics.ts';
import { exactJson } from '../monitor/exact-json.ts';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

interface TextFact {
  name: string;
  value: string;
}

/** One that the monitor may keep for an hour, under this name. */
export interface MetricFact extends TextFact {
  metric: string;
}

/** The metrics among what an instance sent, with names and units. */
export function metricsIn(metadata: Record<string, unknown> | null): MetricFact[] {
  return [...sdkMetrics].flatMap(([key, { name, unit }]) => {
    const digits = exactJson.digitsOf(metadata?.[key]) as Intl.StringNumericLiteral | null;
    return digits === null
      ? []
      : [{ name, value: `${number.format(digits)}${unit}`, metric: toCamelCase(key) }];
  });
}

function toCamelCase(key: string): string {
  return key.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase());
}

/** Everything that an instance sent, as it was sent. */
export function allIn(metadata: Record<string, unknown> | null): TextFact[] {
  return Object.entries(metadata ?? {}).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value, null, 1),
  }));
}
