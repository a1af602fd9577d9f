import type { Context } from '@opentelemetry/api';
import { ParentBasedSampler, type Sampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';

/** Decides by share; what `isRoutine` has a share of its own, unless a caller's trace has decided already. */
export function createSampler(
  shares: { followsParent: boolean; ratio: number; routineRatio: number },
  isRoutine: (context: Context) => boolean,
): Sampler {
  const news = new TraceIdRatioBasedSampler(shares.ratio);
  const routine = new TraceIdRatioBasedSampler(shares.routineRatio);
  const root: Sampler = {
    shouldSample: (context, ...rest) => (isRoutine(context) ? routine : news).shouldSample(context, rest[0]),
    toString: () => `NewsAndRoutine{${shares.ratio},${shares.routineRatio}}`,
  };
  return shares.followsParent ? new ParentBasedSampler({ root }) : root;
}
