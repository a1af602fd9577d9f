import { bestCover } from './best-cover.ts';
import { candidatesOf } from './candidates.ts';
import type { FailureDomain } from './failure-domain.ts';
import type { HeardMembers } from './heard-members.ts';
import type { LateInstance } from './late-instance.ts';
import { nearbyOf, probablyInside } from './probably-inside.ts';
import { scoreCandidates, withHeard } from './score-candidates.ts';
import { isServicesAlone } from './services-alone.ts';

/** More are not found at a time, so that the work has a limit. */
const mostDomains = 32;

/**
 * The smallest set of attribute values that explains the silent instances of a window. What explains most is taken, or
 * the smaller values that it consists of, if they explain it better; then the same for the rest.
 */
export function domainsOfWindow(window: readonly LateInstance[], heard: HeardMembers): FailureDomain[] {
  const rivals = candidatesOf(window).map((candidate) => withHeard(candidate, heard));
  const nearby = nearbyOf(window);
  const found: FailureDomain[] = [];
  const rest = new Set(window);
  while (found.length < mostDomains) {
    const scored = scoreCandidates(rivals, rest).filter((one) => !isServicesAlone(one, rest, heard));
    const cover = bestCover(scored, rest, nearby);
    if (cover.length === 0) break;
    for (const instance of probablyInside(cover, rest, nearby)) rest.delete(instance);
    for (const { attribute, silent, members } of cover) {
      found.push({ attribute, silent, members });
      for (const instance of silent) rest.delete(instance);
    }
  }
  return found;
}
