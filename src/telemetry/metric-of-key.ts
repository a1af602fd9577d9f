/** A gauge that a key of metadata becomes: its name, and what its values are multiplied by to be in base units. */
export interface InstanceMetric {
  name: string;
  factor: number;
}

export const instanceMetricPrefix = 'service_monitor_instance_';

/** Units that Prometheus wants as base units, as the last word of a key. A megabyte is what the SDKs count in. */
const units: Readonly<Record<string, [base: string, factor: number]>> = {
  b: ['bytes', 1],
  kb: ['bytes', 1024],
  mb: ['bytes', 1024 ** 2],
  gb: ['bytes', 1024 ** 3],
  tb: ['bytes', 1024 ** 4],
  pb: ['bytes', 1024 ** 5],
  ns: ['seconds', 1e-9],
  us: ['seconds', 1e-6],
  ms: ['seconds', 1e-3],
  s: ['seconds', 1],
  sec: ['seconds', 1],
  milliseconds: ['seconds', 1e-3],
  minutes: ['seconds', 60],
  h: ['seconds', 3600],
  hours: ['seconds', 3600],
  d: ['seconds', 86_400],
  days: ['seconds', 86_400],
};

/** Words that look like units to `promtool` wherever they stand. */
const unitLike = new Set([...Object.keys(units), 'm']);

/** Endings that belong to counters and histograms. */
const reservedEndings = new Set(['total', 'count', 'sum', 'bucket']);

const longestName = 100;

/**
 * The gauge of a key: `memory_mb` is `service_monitor_instance_memory_bytes`, `cpu.percent` is `…_cpu_percent`,
 * `threadCount` is `…_thread`. Null when nothing is left of the key.
 */
export function metricOfKey(key: string): InstanceMetric | null {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  while (words.length > 1 && reservedEndings.has(words.at(-1) ?? '')) words.pop();
  const [base, factor] = (words.length > 1 && units[words.at(-1) ?? '']) || [null, 1];
  if (base !== null) words[words.length - 1] = base;
  const name = words
    .reduce((text, word) => `${text}${unitLike.has(word) ? '' : '_'}${word}`, '')
    .replace(/^_/, '');
  return name === '' ? null : { name: instanceMetricPrefix + name.slice(0, longestName), factor };
}
