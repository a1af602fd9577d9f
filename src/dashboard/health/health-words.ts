import type { MonitorHealth } from '../monitor/wire-types.ts';
import { own } from '../wording/own.ts';

const causes = {
  blind: 'Could not receive heartbeats',
  'state-lost': 'Lost stored state',
  'channel-failing': 'A channel fails',
  'sweeper-repairing': 'Wake-ups are lost or late',
  'redis-memory': 'Redis is almost full',
  'config-differs': 'Nodes have different settings',
  'config-refused': 'A node does not use its file',
  'key-quota': 'An API key is near its limit',
};

/** Less than this is the work of the moment. */
const lateSeconds = 5;

export const healthWords = {
  cause: (cause: string): string => own(causes, cause) ?? cause,

  /** How the monitor is, in one line. */
  headline({ impairment, checks, deliveries, ingest }: MonitorHealth): { status: string; text: string } {
    const active = impairment?.reasons.filter((reason) => reason.active) ?? [];
    if (active.some(({ cause }) => cause === 'blind' || cause === 'state-lost'))
      return { status: 'Down', text: 'The monitor is impaired' };
    if ((ingest.lastTickSecondsAgo ?? Number.POSITIVE_INFINITY) > lateSeconds)
      return { status: 'Down', text: 'The monitor receives no heartbeats' };
    if (active.length > 0) return { status: 'Degraded', text: 'The monitor is impaired' };
    if (checks.oldestSeconds > lateSeconds || deliveries.oldestSeconds > lateSeconds)
      return { status: 'Degraded', text: 'The monitor is late' };
    if (impairment !== null) return { status: 'Recovered', text: 'The monitor recovers' };
    return { status: 'Healthy', text: 'The monitor is well' };
  },
};
