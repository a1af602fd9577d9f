import { formatDuration } from '../../domain/duration.ts';
import { describeMistake } from './describe-mistake.ts';
import type { Finding } from './finding.ts';

const mostLines = 5;

/** Findings as lines; many of one kind at once become one line. */
export function tellFindings(findings: readonly Finding[]): string[] {
  const byKind = Map.groupBy(findings, (finding) => finding.kind);
  return [...byKind.values()].flatMap((group) => {
    if (group.length <= mostLines) return group.map(tell);
    const [first] = group as [Finding];
    return [...group.slice(0, 2).map(tell), `… and ${group.length - 2} more like "${tell(first)}"`];
  });
}

function tell(finding: Finding): string {
  switch (finding.kind) {
    case 'down-seen':
      return `${finding.serviceName} is Down, seen ${formatDuration(finding.afterMs)} after its last heartbeat`;
    case 'back-seen':
      return `${finding.serviceName} is ${finding.status}, seen ${formatDuration(finding.afterMs)} after it came back`;
    case 'settled':
      return `${finding.serviceName} is Healthy and has no open incident`;
    case 'mistake':
      return `MISTAKE  ${describeMistake(finding.mistake)}`;
  }
}
