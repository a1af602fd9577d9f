import type { Incident, Instance, Listing, Notification, OutageGroup, Service } from './wire-types.ts';

export type Route =
  | { page: 'services' }
  | { page: 'service'; id: string }
  | { page: 'incidents' }
  | { page: 'incident'; id: string }
  | { page: 'group'; id: string }
  | { page: 'unknown' };

export interface ServiceFilter {
  text: string;
  environment: string;
  status: string;
}

/** What is read for the page that is open, beside the lists that every page shows. */
export type Detail =
  | { kind: 'service'; service: Service; instances: Listing<Instance>; incidents: Incident[] }
  | { kind: 'incident'; incident: Incident; notifications: Listing<Notification> }
  | { kind: 'group'; group: OutageGroup }
  | { kind: 'missing' };

/** How the last reading went. `sinceMs`: when the first of those in a row that failed did so. */
export type Connection =
  | { kind: 'waiting' }
  | { kind: 'live' }
  | {
      kind: 'failing';
      why: 'unreachable' | 'foreign' | 'unavailable' | 'unreadable';
      reason: string;
      sinceMs: number;
    };

/** All that the page shows. Only main.js changes it. */
export interface State {
  key: string | null;
  /** Why a key is asked for again; null: it is the first time. */
  keyRefusal: string | null;
  route: Route;
  filter: ServiceFilter;
  /** How many rows of the list of the page are drawn. */
  rows: number;
  incidentPages: number;
  services: Listing<Service> | null;
  incidents: Listing<Incident> | null;
  detail: Detail | null;
  connection: Connection;
  /** Nothing was read for longer than what is shown may be trusted, whatever the readings are doing. */
  isOld: boolean;
  /** By the monitor's clock, as far as it is known. */
  readAtMs: number | null;
  nowMs: number;
  /** Where the page came from, for the lines to copy. */
  origin: string;
}

/** What a person can do on the page. */
export interface Actions {
  useKey(key: string): void;
  forgetKey(): void;
  filter(change: Partial<ServiceFilter>): void;
  moreRows(): void;
  olderIncidents(): void;
}
