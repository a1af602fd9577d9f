import type { Signal } from '@preact/signals';
import type { MapDetail, MapGrouping } from '../map/fleet.ts';
import type { Client } from '../monitor/create-client.ts';
import type { ActOutcome, WantedAct } from '../monitor/send-act.ts';
import type { SignIn } from '../monitor/sign-in.ts';
import type {
  ApiKey,
  AuditEntry,
  Caller,
  Channel,
  Incident,
  Instance,
  Listing,
  MonitorHealth,
  Notification,
  OutageGroup,
  Service,
  Uptime,
} from '../monitor/wire-types.ts';

export type Route =
  | { page: 'services' }
  | { page: 'service'; id: string }
  | { page: 'instance'; id: string }
  | { page: 'incidents' }
  | { page: 'incident'; id: string }
  | { page: 'group'; id: string }
  | { page: 'channels' | 'keys' | 'audit' | 'monitor' }
  | { page: 'map'; by: MapGrouping; environment: string }
  | { page: 'wall' }
  | { page: 'unknown' };

/** How the list of services is looked at. It stands in the address. */
export interface ServiceFilter {
  text: string;
  environment: string;
  status: string;
  sort: 'worst' | 'name' | 'changed';
  /** `environment`, or `label:<name>`; empty: one list. */
  group: string;
  /** Compact: twice as many on a screen. */
  rows: 'roomy' | 'compact';
}

/** Which entries of the audit log are listed. It stands in the address. */
export interface AuditFilter {
  act: string;
  /** A glob. */
  by: string;
}

/** What is read for the page that is open, beside the lists that every page shows. */
export type Detail =
  | {
      kind: 'service';
      service: Service;
      instances: Listing<Instance>;
      incidents: Incident[];
      /** Null, absent: the monitor does not know it, as one of a version before. */
      uptime?: Uptime | null;
    }
  | { kind: 'instance'; instance: Instance; service: Service; incidents: Incident[] }
  | { kind: 'incident'; incident: Incident; notifications: Listing<Notification> }
  /** `instances`: of its services, as far as they were read; absent: none. */
  | { kind: 'group'; group: OutageGroup; instances?: Instance[] }
  | { kind: 'channels'; channels: Channel[] }
  | { kind: 'keys'; keys: ApiKey[] }
  | { kind: 'audit'; entries: Listing<AuditEntry> }
  | { kind: 'monitor'; health: MonitorHealth }
  | MapDetail
  | { kind: 'missing' }
  /** The key may read, and not this. */
  | { kind: 'forbidden' };

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

/** What was read last. */
export interface Known {
  services: Signal<Listing<Service> | null>;
  incidents: Signal<Listing<Incident> | null>;
  detail: Signal<Detail | null>;
  /** Who reads, and what they may do; null: that is not known. */
  caller: Signal<Caller | null>;
  /** By the monitor's clock, as far as it is known. */
  readAtMs: Signal<number | null>;
  connection: Signal<Connection>;
}

/** All that the page shows. Only run-page.ts changes it. */
export interface PageState extends Known {
  key: Signal<string | null>;
  /** Why a key is asked for again; null: it is the first time. */
  keyRefusal: Signal<string | null>;
  /** Where people sign in; null: they cannot, or nobody has asked yet. */
  signIn: Signal<SignIn | null>;
  /** Who has signed in; null: nobody, or a key is used. */
  person: Signal<string | null>;
  /** The name under which this person acts; empty: not said yet. */
  actor: Signal<string>;
  route: Signal<Route>;
  filter: Signal<ServiceFilter>;
  /** How many rows of the list of the page are drawn. */
  rows: Signal<number>;
  incidentPages: Signal<number>;
  auditFilter: Signal<AuditFilter>;
  auditPages: Signal<number>;
  /** Changes are told at once; else everything is read again every few seconds. */
  isLive: Signal<boolean>;
  /** Nothing was read for longer than what is shown may be trusted, whatever the readings are doing. */
  isOld: Signal<boolean>;
  /** Not even what was read before can be drawn. */
  isBroken: Signal<boolean>;
  nowMs: Signal<number>;
  /** Where the page came from, for the lines to copy. */
  origin: string;
}

/** What a person can do on the page. */
export interface Actions {
  useKey(key: string): void;
  forgetKey(): void;
  signOut(): void;
  filter(change: Partial<ServiceFilter>): void;
  moreRows(): void;
  olderIncidents(): void;
  filterAudit(change: Partial<AuditFilter>): void;
  olderEntries(): void;
  /** Says who acts; empty: to be asked again. */
  actAs(name: string): void;
  act(wanted: WantedAct): Promise<ActOutcome>;
  /** Reads what only a part of the page shows, with the key that the page has. */
  ask<T>(work: (client: Asking) => Promise<T>): Promise<T>;
}

/** What reads the API. */
export type Asking = Pick<Client, 'one' | 'list'>;
