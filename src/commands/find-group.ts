import { isUuid } from '../domain/ids.ts';
import type { AskMonitor } from './ask-monitor.ts';
import { findIncident } from './find-incident.ts';
import { listAll } from './list-all.ts';
import { shortId } from './short-id.ts';
import type { Incident, OutageGroup } from './wire.ts';

/** As far back as an abbreviated id is looked for. */
const mostGroups = 1_000;

/** The outage groups that have this id, or this beginning of it. */
async function groupsLike(ask: AskMonitor, given: string): Promise<OutageGroup[]> {
  const { items } = await listAll<OutageGroup>(ask, '/api/outage-groups', {}, mostGroups);
  return items.filter(({ outageGroupId }) => outageGroupId.startsWith(given.toLowerCase()));
}

/** An outage group by its id, or by enough of its beginning. */
export async function findGroup(ask: AskMonitor, given: string): Promise<OutageGroup> {
  if (isUuid(given)) return ask('GET', `/api/outage-groups/${given}`);
  shortId.require(given, 'an outage group');
  const found = await groupsLike(ask, given);
  if (found.length === 1 && found[0] !== undefined) return found[0];
  if (found.length === 0) throw new Error(`There is no outage group "${given}…"; run: groups`);
  const ids = found.map(
    ({ outageGroupId, cause, startedAt }) => `  ${outageGroupId}  ${cause}  ${startedAt}`,
  );
  throw new Error(`Several outage groups begin with "${given}"; give more of the id:\n${ids.join('\n')}`);
}

/** What an id that a person gave means: one incident, or the incidents of an outage group. */
export type Meant = { kind: 'incident'; incident: Incident } | { kind: 'group'; group: OutageGroup };

/** An incident, or else an outage group: people copy both from messages. */
export async function findIncidentOrGroup(ask: AskMonitor, given: string): Promise<Meant> {
  try {
    return { kind: 'incident', incident: await findIncident(ask, given) };
  } catch (error) {
    const [group, ...others] = shortId.mayBe(given) ? await groupsLike(ask, given) : [];
    if (group === undefined || others.length > 0) throw error;
    return { kind: 'group', group };
  }
}
