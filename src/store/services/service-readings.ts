import type { Readings, ServiceReading } from '../../actors/ports/reading.ts';
import { worstHealth } from '../../domain/health.ts';
import type { Labels } from '../../domain/labels.ts';
import { matchesLabels } from '../../domain/matches-service.ts';
import type { ServiceName } from '../../domain/policy.ts';
import { livingStatuses, type ServiceStatus } from '../../domain/status.ts';
import type { RedisClient } from '../client/connect.ts';
import { lastBeat, mostAsked } from '../instances/last-beat.ts';
import { pageSources } from '../lists/page-sources.ts';
import { readPage } from '../lists/read-page.ts';
import { ReadingCost } from '../lists/reading-cost.ts';
import type { Partitions } from '../partition.ts';
import { toLabels } from './service-labels.ts';
import { toServiceRecord, toStatusCounts } from './service-record.ts';

/** Services as they are shown, one of them and all. */
export function createServiceReadings(
  client: RedisClient,
  partitions: Partitions,
): Pick<Readings, 'service' | 'nameOfService' | 'services' | 'countsOfServices'> {
  async function service(
    serviceId: string,
    asked = mostAsked,
    cost = new ReadingCost(),
  ): Promise<ServiceReading | null> {
    const keys = partitions.of(serviceId);
    const [fields, beat] = await Promise.all([
      client.hgetall(keys.service(serviceId)),
      lastBeat(client, keys, serviceId, { asked }),
    ]);
    cost.add('service');
    cost.add('heard', beat.asked);
    const record = toServiceRecord(serviceId, fields);
    if (record === null) return null;
    const { status, sinceMs, counts, healths, lastHeardAtMs } = record;
    const { serviceName, environment, openIncidentId, labels } = record;
    // Of a removed instance only the time of its last heartbeat or registration is known.
    const lastBeatAtMs = beat.asked === 0 ? lastHeardAtMs : beat.atMs;
    return {
      serviceId,
      serviceName,
      environment,
      status,
      sinceMs,
      counts,
      openIncidentId,
      labels,
      lastBeatAtMs,
      health: worstHealth(healths),
    };
  }

  async function withStatus(members: string[], status: ServiceStatus): Promise<string[]> {
    const byKey = Map.groupBy(members, (member) => partitions.of(serviceIdAt(member)).statuses);
    const wanted = new Set<string>();
    await Promise.all(
      [...byKey].map(async ([key, some]) => {
        const found = await client.hmget(key, ...some.map(serviceIdAt));
        for (const [i, member] of some.entries()) if (found[i] === status) wanted.add(member);
      }),
    );
    return members.filter((member) => wanted.has(member));
  }

  async function withLabels(members: string[], labels: Labels, cost: ReadingCost): Promise<string[]> {
    cost.add('serviceLabels', members.length);
    const found = await Promise.all(
      members.map(serviceIdAt).map((id) => client.hget(partitions.of(id).service(id), 'labels')),
    );
    return members.filter((_, i) => matchesLabels(labels, toLabels(found[i])));
  }

  return {
    service: (serviceId, asked) => service(serviceId, asked),

    async nameOfService(serviceId) {
      const key = partitions.of(serviceId).service(serviceId);
      const [serviceName, environment] = await client.hmget(key, 'serviceName', 'environment');
      return serviceName == null ? null : { serviceName, environment: environment ?? '' };
    },

    services(request, { namePrefix = '', includes = () => true, status, labels }) {
      const cost = new ReadingCost();
      const asked = Math.floor(mostAsked / request.limit);
      return readPage(request, {
        place: 'name',
        sources: partitions.all.map((keys) => pageSources.byName(client, keys.serviceIndex, namePrefix)),
        direction: 1,
        cost,
        async sift(members) {
          const named = members.filter((member) => includes(nameAt(member)));
          const labelled = labels === undefined ? named : await withLabels(named, labels, cost);
          if (status === undefined || labelled.length === 0) return labelled;
          cost.add('serviceStatus', labelled.length);
          return withStatus(labelled, status);
        },
        async read(member) {
          const found = await service(serviceIdAt(member), asked, cost);
          return status === undefined || found?.status === status ? found : null;
        },
      });
    },

    countsOfServices(request, { namePrefix = '', includes = () => true }) {
      const cost = new ReadingCost();
      return readPage(request, {
        place: 'name',
        sources: partitions.all.map((keys) => pageSources.byName(client, keys.serviceIndex, namePrefix)),
        direction: 1,
        cost,
        sift: async (members) => members.filter((member) => includes(nameAt(member))),
        async read(member) {
          const serviceId = serviceIdAt(member);
          const values = await client.hmget(partitions.of(serviceId).service(serviceId), ...livingStatuses);
          cost.add('serviceCounts');
          return { serviceId, counts: toStatusCounts((status) => values[livingStatuses.indexOf(status)]) };
        },
      });
    },
  };
}

function serviceIdAt(member: string): string {
  return member.slice(member.lastIndexOf('\0') + 1);
}

function nameAt(member: string): ServiceName {
  const [serviceName = '', environment = ''] = member.split('\0');
  return { serviceName, environment };
}
