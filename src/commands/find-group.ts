import { isUuid } from '../domain/ids.ts';
import type { AskMonitor } from './ask-monitor.ts';
import { findIncident } from './find-incident.ts';
import { listAll } from './list-all.ts';
import { shortId } from './short-id.ts';
import type { Incident, OutageGroup } from './wire.ts';

/** As far back as an abbreviated id is looked for. */
const mostGroups = 1_000;

async function newestGroups(ask: AskMonitor): Promise<OutageGroup[]> {
  const { items } = await listAll<OutageGroup>(ask, '/api/outage-groups', {}, mostGroups);
  return items;
}

/** An outage group by its id, or by enough of its beginning. */
export async function findGroup(ask: AskMonitor, given: string): Promise<OutageGroup> {
  if (isUuid(given)) return ask('GET', `/api/outage-groups/${given}`);
  shortId.require(given, 'an outage group');
  return shortId.pick(await newestGroups(ask), given, {
    what: 'outage group',
    idOf: ({ outageGroupId }) => outageGroupId,
    describe: ({ cause, startedAt }) => `${cause}  ${startedAt}`,
    more: '; run: groups',
  });
}

/** What an id that a person gave means: one incident, or the incidents of an outage group. */
export type Meant = { kind: 'incident'; incident: Incident } | { kind: 'group'; group: OutageGroup };

/** An incident, or else an outage group: people copy both from messages. */
export async function findIncidentOrGroup(ask: AskMonitor, given: string): Promise<Meant> {
  try {
    return { kind: 'incident', incident: await findIncident(ask, given) };
  } catch (error) {
    const groups = shortId.mayBe(given) ? await newestGroups(ask) : [];
    const [group, ...others] = groups.filter(({ outageGroupId }) => shortId.means(given, outageGroupId));
    if (group === undefined || others.length > 0) throw error;
    return { kind: 'group', group };
  }
}
