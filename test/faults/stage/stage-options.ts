import type { FleetOptions } from '../../../bench/support/start-fleet.ts';

/** The times that a case runs with; all in milliseconds. */
export interface Times {
  intervalMs: number;
  graceMs: number;
  downAfterMs: number;
  /** Null: what the monitor makes of the others. */
  blindAfterMs: number | null;
  recoveryWindowMs: number;
}

/** An outage in seconds instead of minutes, with slack enough for a machine under load. */
export const scaledTimes = {
  intervalMs: 1_000,
  graceMs: 300,
  downAfterMs: 4_000,
  blindAfterMs: 1_000,
  recoveryWindowMs: 2_000,
} as const satisfies Times;

/** The channel of the sink that hears when the monitor itself is impaired, and of no incident. */
export const operatorChannel = 'operator';

export interface StageOptions {
  apis: number;
  workers: number;
  services: number;
  perService: number;
  times: Times;
  redis: 'single' | 'sentinel' | 'cluster';
  /** The channels of the sink; `mail` is one by SMTP. */
  channels: string[];
  /** Further channels, as lines of monitor.yaml. */
  moreChannels: string[];
  /** Half the services knock at one proxy, half at another. */
  fleetByProxy: boolean;
  /** API nodes reach Redis through a proxy. */
  redisByProxy: boolean;
  fleet: Pick<FleetOptions, 'retries' | 'inStep' | 'isNoisy'>;
}

export const defaultOptions: StageOptions = {
  apis: 2,
  workers: 2,
  services: 10,
  perService: 3,
  times: scaledTimes,
  redis: 'single',
  channels: ['hook'],
  moreChannels: [],
  fleetByProxy: false,
  redisByProxy: false,
  fleet: { inStep: false, isNoisy: false },
};
