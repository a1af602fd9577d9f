import type { ServiceMatch } from '../matches-service.ts';

/** Which incidents of its components a page shows: `noted` are those that have a note for the public. */
export const shownIncidents = ['all', 'noted', 'none'] as const;

export type ShownIncidents = (typeof shownIncidents)[number];

/** What the public knows by one name: one service, or several that match. */
export interface PageComponent {
  name: string;
  match: ServiceMatch;
}

export interface ComponentGroup {
  /** Null: its components stand there without a heading. */
  title: string | null;
  components: readonly PageComponent[];
}

/** A page that everybody may read, as `monitor.yaml` describes it. */
export interface StatusPage {
  id: string;
  title: string;
  /** Whose page it is; null: the title says it. */
  brand: string | null;
  description: string | null;
  /** Where people read it; null: at the monitor. */
  url: string | null;
  incidents: ShownIncidents;
  groups: readonly ComponentGroup[];
}
