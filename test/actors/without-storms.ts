import type { EndDigest } from '../../src/actors/telling/end-digest.ts';
import type { PassStormLimit } from '../../src/actors/telling/pass-storm-limit.ts';

/** For channels without a limit of messages, where there are no digests. */
export const withoutStorms: { passStormLimit: PassStormLimit; endDigest: EndDigest } = {
  passStormLimit: async () => ({ kind: 'singly' }),
  endDigest: async () => {
    throw new Error('there is no digest');
  },
};
