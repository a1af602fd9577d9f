import type { ApiKey } from '../../domain/api-key.ts';
import { type QuotaLimits, quota } from '../../domain/quota.ts';
import type { Quotas } from '../ports/access.ts';
import type { Log } from '../ports/observability.ts';

/** The key that something new is registered with. */
export type QuotaKey = Pick<ApiKey, 'keyId' | 'name' | 'maxInstances'>;

/** Why a key may register nothing new now, and how long to wait before the next try. */
export interface OverQuota {
  kind: 'over-quota';
  what: 'instances' | 'services';
  limit: number;
  waitMs: number;
}

/** Null: it may. Asked only for an unknown instance; `newServiceId`: its service, if that is new too. */
export type LimitRegistrations = (key: QuotaKey, newServiceId: string | null) => Promise<OverQuota | null>;

/** A count is read again after so long; in between this node adds its own registrations. */
const countedForMs = 1_000;

/** At its limit a key is counted one by one before it is refused, and not more often than this. */
const recountEveryMs = 60_000;

const waitMs = 60_000;
const formatEveryMs = 60_000;

interface Count {
  atMs: number;
  living: Promise<number>;
  added: number;
}

/**
 * Applies the limits of each key, as `domain/quota.ts` decides. Only new instances are counted: a known instance may
 * always register again.
 */
export function createLimitRegistrations(parts: {
  quotas: Quotas;
  limits: QuotaLimits;
  now: () => number;
  log: Log;
}): LimitRegistrations {
  const { quotas, now, log } = parts;
  const counts = new Map<string, Count>();
  const recountedAtMs = new Map<string, number>();
  const saidAtMs = new Map<string, number>();

  async function hasRoom(keyId: string, most: number): Promise<boolean> {
    let count = counts.get(keyId);
    if (count === undefined || now() - count.atMs > countedForMs) {
      count = remember(keyId, quotas.livingInstances(keyId));
    }
    if (quota.admitsInstance((await count.living) + count.added, most)) {
      count.added++;
      return true;
    }
    if (now() - (recountedAtMs.get(keyId) ?? Number.NEGATIVE_INFINITY) < recountEveryMs) return false;
    recountedAtMs.set(keyId, now());
    // An instance that was just accepted may not be stored yet.
    const anew = remember(keyId, quotas.recount(keyId), count.added);
    if (!quota.admitsInstance((await anew.living) + anew.added, most)) return false;
    anew.added++;
    return true;
  }

  function remember(keyId: string, living: Promise<number>, added = 0): Count {
    const count = { atMs: now(), living, added };
    counts.set(keyId, count);
    // If counting fails, the next registration counts again.
    living.catch(() => counts.delete(keyId));
    return count;
  }

  function refuse(key: QuotaKey, over: OverQuota): OverQuota {
    if (now() - (saidAtMs.get(key.keyId) ?? Number.NEGATIVE_INFINITY) >= formatEveryMs) {
      saidAtMs.set(key.keyId, now());
      const { what, limit } = over;
      log.warn(
        { keyId: key.keyId, name: key.name, limit },
        `API key reached its limit of ${what}; refusing new ones`,
      );
    }
    return over;
  }

  return async function limitRegistrations(key, newServiceId) {
    const limits = quota.limitsOf(key, parts.limits);
    if (limits.instances > 0 && !(await hasRoom(key.keyId, limits.instances))) {
      return refuse(key, { kind: 'over-quota', what: 'instances', limit: limits.instances, waitMs });
    }
    if (newServiceId === null || limits.servicesPerMinute === 0) return null;
    const limit = limits.servicesPerMinute;
    const noted = await quotas.noteNewService(key.keyId, newServiceId);
    if (quota.admitsService(noted, limit)) return null;
    await quotas.forgetNewService(key.keyId, newServiceId);
    return refuse(key, { kind: 'over-quota', what: 'services', limit, waitMs: noted.leftMs });
  };
}
