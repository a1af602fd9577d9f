import { oneAfterAnother } from '../actors/concurrency/one-after-another.ts';
import type { InstanceReading, Page, PageRequest, Readings, ServiceFilter } from '../actors/ports/reading.ts';
import { isLiving, type LivingStatus, livingStatuses } from '../domain/status.ts';
import { toTarget } from './schemas/target.ts';

/** Whose instances are wanted; `status` is theirs. */
export interface TargetFilter extends Required<Pick<ServiceFilter, 'namePrefix' | 'includes'>> {
  status: LivingStatus | undefined;
}

export type Gathered = { kind: 'gathered'; json: string } | { kind: 'too-many' };

/** The living instances as one list of JSON; as Prometheus reads it, unless it is said otherwise. */
export type GatherTargets = (filter: TargetFilter, isWaitedFor: () => boolean) => Promise<Gathered>;

/** What one answer may hold: instances, and characters of JSON. */
export const mostTargets = 10_000;
const longestJson = 16 * 1024 * 1024;

const pageSize = 200;

/**
 * Prometheus knows no pages, and would forget the targets that a shortened list leaves out: so it is all or none. It is
 * read by the pages of the other lists, each of which costs Redis a bounded time; a node gathers one list at a time, and
 * none for a caller who has gone.
 */
export function createGatherTargets(
  readings: Pick<Readings, 'countsOfServices' | 'instances'>,
  most = mostTargets,
  textOf: (instance: InstanceReading) => string | null = targetOf,
): GatherTargets {
  const inTurn = oneAfterAnother();

  /** Services with an instance that is wanted; null: they have too many together. Nothing is read of their instances. */
  async function servicesOf(
    { namePrefix, includes, status }: TargetFilter,
    isWaitedFor: () => boolean,
  ): Promise<string[] | null> {
    const statuses: readonly LivingStatus[] = status === undefined ? livingStatuses : [status];
    const services: string[] = [];
    let sum = 0;
    const pages = pagesOf(
      (request) => readings.countsOfServices(request, { namePrefix, includes }),
      isWaitedFor,
    );
    for await (const page of pages) {
      for (const { serviceId, counts } of page) {
        const count = statuses.reduce((some, each) => some + counts[each], 0);
        sum += count;
        if (count > 0) services.push(serviceId);
      }
      if (sum > most) return null;
    }
    return services;
  }

  async function gather(filter: TargetFilter, isWaitedFor: () => boolean): Promise<Gathered> {
    const services = await servicesOf(filter, isWaitedFor);
    if (services === null) return { kind: 'too-many' };
    const parts: string[] = [];
    let length = 0;
    for (const serviceId of services) {
      // An instance whose order changes while pages are read comes twice.
      const met = new Set<string>();
      const read = (request: PageRequest) =>
        readings.instances(serviceId, request, { status: filter.status });
      for await (const page of pagesOf(read, isWaitedFor)) {
        for (const instance of page) {
          if (met.has(instance.instanceId)) continue;
          met.add(instance.instanceId);
          const target = textOf(instance);
          if (target === null) continue;
          parts.push(target);
          length += target.length;
        }
        if (length > longestJson || parts.length > most) return { kind: 'too-many' };
      }
    }
    return { kind: 'gathered', json: `[${parts.join(',')}]` };
  }

  return (filter, isWaitedFor) => inTurn('targets', () => gather(filter, isWaitedFor));
}

function targetOf(instance: InstanceReading): string | null {
  const target = isLiving(instance.state.status) ? toTarget(instance) : null;
  return target === null ? null : JSON.stringify(target);
}

async function* pagesOf<T>(
  read: (request: PageRequest) => Promise<Page<T>>,
  isWaitedFor: () => boolean,
): AsyncIterable<T[]> {
  let after: string | null = null;
  do {
    const { items, next }: Page<T> = await read({ limit: pageSize, after, isWaitedFor });
    yield items;
    after = next;
  } while (after !== null && isWaitedFor());
}
