import { expect, test } from 'vitest';
import { metricOfKey } from '../../src/telemetry/metric-of-key.ts';

test.each([
  ['cpu_percent', 'cpu_percent', 1],
  ['memory_mb', 'memory_bytes', 1_048_576],
  ['requests_per_minute', 'requests_per_minute', 1],
  ['thread_count', 'thread', 1],
  ['jobsTotal', 'jobs', 1],
  ['gcPauseMs', 'gc_pause_seconds', 0.001],
  ['queue.depth/high', 'queue_depth_high', 1],
  ['99th-percentile', '99th_percentile', 1],
  ['p99_ms_max', 'p99ms_max', 1],
  ['  spaced  out ', 'spaced_out', 1],
  ['count', 'count', 1],
])('the key "%s" becomes …_%s', (key, name, factor) => {
  expect(metricOfKey(key)).toEqual({ name: `service_monitor_instance_${name}`, factor });
});

test.each(['', '___', 'größe'.replace(/[a-z]/g, ''), '\n{}"'])('the key %j gives no name', (key) => {
  expect(metricOfKey(key)).toBeNull();
});

test('whatever a key is made of, its name is one that Prometheus takes', () => {
  for (let code = 0; code < 0x3000; code++) {
    const name = metricOfKey(`a${String.fromCodePoint(code)}B`)?.name ?? 'a';
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
  }
  expect(metricOfKey('x'.repeat(5_000))?.name.length).toBeLessThan(200);
});
