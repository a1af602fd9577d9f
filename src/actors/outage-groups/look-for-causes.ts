import { causeKey } from '../../domain/failure-domains/cause.ts';
import { type CommonCause, findFailureDomains } from '../../domain/failure-domains/find-failure-domains.ts';
import { groupOf } from '../../domain/failure-domains/grow-group.ts';
import { type FoundBeside, type KeptGroup, keptGroup } from '../../domain/failure-domains/kept-group.ts';
import { type GroupedIncident, openGroup } from '../../domain/failure-domains/outage-group.ts';
import type { Ids } from '../../domain/ids.ts';
import type { RulesOf } from '../../domain/policy.ts';
import { contention, untilCommitted } from '../concurrency/until-committed.ts';
import type { GroupMeter, Log } from '../ports/observability.ts';
import type { Fleet, GroupView, OutageGroups } from '../ports/outage-groups.ts';
import type { EscalatesTo, LeadsTo } from './leads-to.ts';
import type { TendGroup } from './tend-group.ts';

/** One look at the whole fleet: what its silent instances have in common becomes an outage group, or part of one. */
export type LookForCauses = () => Promise<void>;

const attempts = 20;

/**
 * The beginning and the growth of outage groups. A group is written with its first message due, and with a timer: a
 * worker that dies after that has lost nothing, and one that dies before it leaves the incidents to their own messages.
 */
export function createLookForCauses(parts: {
  fleet: Fleet;
  groups: OutageGroups;
  tendGroup: TendGroup;
  leadsTo: LeadsTo;
  /** The channels of its escalation. Absent: there is none. */
  escalatesTo?: EscalatesTo;
  channelIds: () => readonly string[];
  ids: Ids;
  rulesOf: RulesOf;
  meter: GroupMeter;
  log: Log;
}): LookForCauses {
  const { fleet, groups, leadsTo } = parts;

  return async function lookForCauses() {
    const { late, down, heard } = await fleet.read();
    if (late.length === 0) return;
    for (const cause of findFailureDomains(late, down, heard)) await take(cause);
  };

  async function take(found: CommonCause): Promise<void> {
    await untilCommitted<'done'>(
      attempts,
      async () => {
        const open = (await groups.open()).filter(({ kept }) => kept.group.endedAtMs === null);
        const view = continuedBy(found, open);
        const nowMs = await groups.now();
        const after = await groupAfter(view, found, { others: open.filter((one) => one !== view), nowMs });
        if (after === null) return 'done';
        if ((await groups.commit(view, after, nowMs)).kind === 'stale') return 'again';
        if (view === null) note(after);
        await parts.tendGroup(after.group.groupId);
        return 'done';
      },
      contention('an outage group changes faster than it can be written'),
    );
  }

  /** The open group that a cause continues, first of all the one of just this cause; null: it is a new one. */
  function continuedBy(found: CommonCause, open: readonly GroupView[]): GroupView | null {
    const same = open.find(({ kept }) => keptGroup.key(kept) === causeKey(found.cause));
    if (same !== undefined) return same;
    const group = groupOf(
      found,
      open.map(({ kept }) => kept.group),
    );
    return open.find(({ kept }) => kept.group === group) ?? null;
  }

  /** Null: there is nothing new to say. */
  async function groupAfter(
    view: GroupView | null,
    found: CommonCause,
    { others, nowMs }: { others: readonly GroupView[]; nowMs: number },
  ): Promise<KeptGroup | null> {
    // An incident is part of one group: when a wide outage is nearly over, its rest is no news.
    const elsewhere = new Set(
      others.flatMap(({ kept }) => kept.group.incidents.map((one) => one.incidentId)),
    );
    const inside = await incidentsOf(found.inside, nowMs);
    const incidents = inside.filter(({ incidentId }) => !elsewhere.has(incidentId));
    const beside = await besideOf(found, nowMs);
    if (view !== null) return keptGroup.grown(view.kept, found, incidents, beside);
    // What everybody was told alone needs no other message.
    if (incidents.every(({ isToldAlone, channels }) => isToldAlone || channels.length === 0)) return null;
    return keptGroup.opened(openGroup(found, incidents, parts.ids, nowMs), beside, nowMs);
  }

  async function incidentsOf(serviceIds: readonly string[], nowMs: number): Promise<GroupedIncident[]> {
    const down = await groups.downServices(serviceIds, parts.channelIds());
    return Promise.all(
      down.map(async (service) => {
        const { incidentId, serviceId, serviceName, environment, isTold } = service;
        return {
          ...{ incidentId, serviceId, serviceName, environment },
          downAfterMs: parts.rulesOf(service).timing.downAfterMs,
          channels: await leadsTo(service, nowMs),
          escalatesTo: parts.escalatesTo?.(service) ?? [],
          isToldAlone: isTold,
          isOver: false,
        };
      }),
    );
  }

  async function besideOf({ cause, notExplained }: CommonCause, nowMs: number): Promise<FoundBeside> {
    const versionOf = cause.kind === 'everything' ? null : cause.serviceId;
    const [named, others] = await Promise.all([
      groups.names(versionOf === null ? [] : [versionOf]),
      groups.names(notExplained),
    ]);
    return {
      versionOf: named[0]?.serviceName ?? null,
      notExplained: await Promise.all(
        others.map(async (service) => ({
          serviceName: service.serviceName,
          environment: service.environment,
          channels: await leadsTo({ ...service, detectedAtMs: nowMs }, nowMs),
        })),
      ),
    };
  }

  function note({ group: { groupId, cause, incidents }, instances }: KeptGroup): void {
    parts.meter.group('opened');
    parts.log.info(
      { groupId, cause, instances, incidents: incidents.length },
      'services are Down for one cause: their messages become one',
    );
  }
}
