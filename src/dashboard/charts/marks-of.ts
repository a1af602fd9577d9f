import type { History, Incident } from '../monitor/wire-types.ts';

/** Something that happened, to be seen on a chart. */
export interface Mark {
  atS: number;
  kind: 'outage' | 'deploy';
  /** A few letters beside its line. */
  short: string;
  /** A sentence for the list below the charts. */
  text: string;
}

interface Happened {
  incidents: readonly Incident[];
  deploys: History['deploys'];
}

/** When outages began and when the version changed, in a time; oldest first. */
export function marksOf(
  { incidents, deploys }: Happened,
  { fromS, toS }: { fromS: number; toS: number },
): Mark[] {
  const marks: Mark[] = [
    ...incidents.map(
      ({ startedAt }): Mark => ({
        atS: secondsOf(startedAt),
        kind: 'outage',
        short: 'outage',
        text: 'An outage begins',
      }),
    ),
    ...deploys.map(
      ({ at, version, previousVersion }): Mark => ({
        ...{ atS: secondsOf(at), kind: 'deploy' as const, short: version },
        text: `Version ${version} after ${previousVersion}`,
      }),
    ),
  ];
  return marks.filter(({ atS }) => atS >= fromS && atS <= toS).sort((a, b) => a.atS - b.atS);
}

function secondsOf(time: string): number {
  return Date.parse(time) / 1000;
}
