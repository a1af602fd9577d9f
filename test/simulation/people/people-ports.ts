import type { IncidentActs } from '../../../src/actors/ports/operating.ts';
import type { Fleet, LookRights, OutageGroups } from '../../../src/actors/ports/outage-groups.ts';
import type { Storms } from '../../../src/actors/ports/storms.ts';
import type { Telling, TellingMarks } from '../../../src/actors/ports/telling.ts';
import type { KeptGroup } from '../../../src/domain/failure-domains/kept-group.ts';

/** What the actors need to tell people less than everything. */
export interface PeoplePorts {
  telling: Telling;
  marks: TellingMarks;
  storms: Storms;
  groups: OutageGroups;
  fleet: Fleet;
  rights: LookRights;
  incidentActs: IncidentActs;
  /** All groups there ever were. */
  allGroups(): Promise<KeptGroup[]>;
}
