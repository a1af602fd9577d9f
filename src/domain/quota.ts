import type { ApiKey } from './api-key.ts';

/** What one key may register; 0: any number. */
export interface QuotaLimits {
  /** Living instances at a time. */
  instances: number;
  /** New services a minute. */
  servicesPerMinute: number;
}

/** How much of its living instances a key has used up. */
export interface KeyUsage {
  keyId: string;
  name: string;
  instances: number;
  /** 0: no limit. */
  limit: number;
}

/** The new services of a key within a minute. */
export interface NewServices {
  /** With the one that is asked for. */
  count: number;
  /** False: another instance of the service came before, and counted it. */
  isFirstOfIt: boolean;
  /** Until the minute is over. */
  leftMs: number;
}

/** The share of its limit at which a key is reported, and the lower share at which the report ends. */
const nearShare = { begins: 0.8, stays: 0.75 } as const;

/** A key's own limit goes before that of the monitor. */
function limitsOf(key: Pick<ApiKey, 'maxInstances'>, defaults: QuotaLimits): QuotaLimits {
  return { ...defaults, instances: key.maxInstances ?? defaults.instances };
}

/** Whether a key with so many living instances may register another one. */
function admitsInstance(living: number, limit: number): boolean {
  return limit === 0 || living < limit;
}

/** Whether a key may register this new service. Many instances of it may come at once: it is one service. */
function admitsService({ count, isFirstOfIt }: NewServices, limit: number): boolean {
  return limit === 0 || count <= limit || !isFirstOfIt;
}

function shareOf({ instances, limit }: KeyUsage): number {
  return limit === 0 ? 0 : instances / limit;
}

/** The keys that come near their limit, the nearest first. */
function nearLimit(usage: readonly KeyUsage[], stays: boolean): KeyUsage[] {
  const share = stays ? nearShare.stays : nearShare.begins;
  return usage.filter((key) => shareOf(key) >= share).sort((a, b) => shareOf(b) - shareOf(a));
}

function formatUsage(key: KeyUsage): string {
  const percent = Math.floor(100 * shareOf(key));
  return `key ${key.name} (${key.keyId}) has ${key.instances} living instances, ${percent} % of its ${key.limit}`;
}

export const quota = {
  limitsOf,
  admitsInstance,
  admitsService,
  shareOf,
  nearLimit,
  say: formatUsage,
} as const;
