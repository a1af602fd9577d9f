import { expect, test } from 'vitest';
import { exactJson } from '../../src/dashboard/monitor/exact-json.ts';
import { allIn, metricsIn } from '../../src/dashboard/services/format-metadata.ts';

const text = '{"requests_per_minute":9223372036854775807,"memory_mb":256.0,"list":[1.50],"__proto__":-0}';

test('the page shows every digit that was sent', () => {
  const metadata = exactJson.parse(text) as Record<string, unknown>;
  expect(metricsIn(metadata)).toEqual([
    { metric: 'memoryMb', name: 'Memory', value: '256 MB' },
    { metric: 'requestsPerMinute', name: 'Requests', value: '9,223,372,036,854,775,807 per min' },
  ]);
  expect(allIn(metadata)).toEqual([
    { name: 'requests_per_minute', value: '9223372036854775807' },
    { name: 'memory_mb', value: '256.0' },
    { name: 'list', value: '[\n 1.50\n]' },
    { name: '__proto__', value: '-0' },
  ]);
});

test('what is no number is none', () => {
  for (const value of ['1', null, true, {}, [1], { rawJSON: '1' }])
    expect(exactJson.digitsOf(value)).toBeNull();
});
