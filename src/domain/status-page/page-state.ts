import type { ServiceStatus } from '../status.ts';

/** What the public is told of a service, a component and a page; the worst first. */
export const pageStates = [
  'down',
  'degraded',
  'unknown',
  'recovering',
  'maintenance',
  'notWatched',
  'operational',
] as const;

export type PageState = (typeof pageStates)[number];

const ofStatus: Record<ServiceStatus, PageState> = {
  Healthy: 'operational',
  Degraded: 'degraded',
  Recovered: 'recovering',
  Down: 'down',
  Pending: 'notWatched',
  Stopped: 'notWatched',
};

/** How a service is now, as far as it can be said. */
export interface SeenService {
  status: ServiceStatus;
  isMaintained: boolean;
  /** Its status may be wrong, because the monitor cannot be trusted now. */
  isInDoubt: boolean;
}

export const pageState = {
  /** Maintenance was declared by people, and is known whatever the monitor hears. */
  ofService({ status, isMaintained, isInDoubt }: SeenService): PageState {
    if (isMaintained) return 'maintenance';
    return isInDoubt ? 'unknown' : ofStatus[status];
  },

  /** The worst of its services; those that nobody watches count only if there are no others. */
  ofComponent(services: readonly SeenService[]): PageState {
    const states = services.map(pageState.ofService).filter((state) => state !== 'notWatched');
    return states.length === 0 ? 'notWatched' : pageState.worst(states);
  },

  /** Of nothing nothing is known. */
  worst: (states: readonly PageState[]): PageState =>
    pageStates.find((state) => states.includes(state)) ?? 'unknown',
} as const;
