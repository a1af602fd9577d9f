import type { ServiceStatus } from '../../domain/status.ts';

/** What a badge says: a text on grey, and one on a colour. */
export interface Badge {
  label: string;
  message: string;
  color: string;
}

const colors = {
  brightGreen: '#4c1',
  green: '#97ca00',
  yellow: '#dfb317',
  orange: '#fe7d37',
  red: '#e05d44',
  blue: '#007ec6',
  grey: '#9f9f9f',
} as const;

const ofStatus: Record<ServiceStatus, string> = {
  Healthy: colors.brightGreen,
  Degraded: colors.orange,
  Recovered: colors.blue,
  Down: colors.red,
  Pending: colors.grey,
  Stopped: colors.grey,
};

const ofRatio: readonly [atLeast: number, color: string][] = [
  [0.999, colors.brightGreen],
  [0.99, colors.green],
  [0.95, colors.yellow],
  [0.9, colors.orange],
  [0, colors.red],
];

/** `isInDoubt`: the monitor cannot be trusted now. It does not repeat what it knew before. */
export function statusBadge(serviceName: string, status: ServiceStatus, isInDoubt: boolean): Badge {
  return isInDoubt
    ? { label: serviceName, message: 'unknown', color: colors.grey }
    : { label: serviceName, message: status, color: ofStatus[status] };
}

/** `ratio`: null while no time of these days counts. */
export function uptimeBadge(serviceName: string, days: number, ratio: number | null): Badge {
  const label = `${serviceName} uptime ${days}d`;
  if (ratio === null) return { label, message: 'not watched', color: colors.grey };
  const color = ofRatio.find(([atLeast]) => ratio >= atLeast)?.[1] ?? colors.red;
  return { label, message: formatRatio(ratio), color };
}

/** Never rounded up: 100% means that there was no outage. */
function formatRatio(ratio: number): string {
  return ratio === 1 ? '100%' : `${(Math.floor(ratio * 10_000) / 100).toFixed(2)}%`;
}
