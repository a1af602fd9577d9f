import { createHash } from 'node:crypto';
import { ROOT_CONTEXT, type SpanContext, SpanKind, trace } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { createSampler } from '../../src/telemetry/otel/create-sampler.ts';

/** The same trace ids in every run. */
const traceIds = Array.from({ length: 20_000 }, (_, i) =>
  createHash('sha256').update(`trace ${i}`).digest('hex').slice(0, 32),
);

function countSampled(
  shares: { followsParent: boolean; ratio: number; routineRatio: number },
  isRoutine: boolean,
  parentFlags: number | null = null,
): number {
  const sampler = createSampler(shares, () => isRoutine);
  return traceIds.filter((traceId) => {
    const parent: SpanContext = {
      traceId,
      spanId: '2'.repeat(16),
      traceFlags: parentFlags ?? 0,
      isRemote: true,
    };
    const context = parentFlags === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
    const { decision } = sampler.shouldSample(context, traceId, 'x', SpanKind.SERVER, {}, []);
    return decision === SamplingDecision.RECORD_AND_SAMPLED;
  }).length;
}

const unset = { followsParent: true, ratio: 1, routineRatio: 0.001 };

test('all news are recorded, and one in a thousand of what is routine', () => {
  expect(countSampled(unset, false)).toBe(traceIds.length);
  const routine = countSampled(unset, true);
  expect(routine).toBeGreaterThan(traceIds.length / 2_000);
  expect(routine).toBeLessThan(traceIds.length / 500);
});

test("a caller's decision goes before ours, either way, unless the sampler does not follow parents", () => {
  expect(countSampled(unset, true, 1)).toBe(traceIds.length);
  expect(countSampled(unset, false, 0)).toBe(0);
  expect(countSampled({ followsParent: false, ratio: 0, routineRatio: 0 }, false, 1)).toBe(0);
});
