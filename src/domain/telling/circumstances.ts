import type { KeptGroup } from '../failure-domains/kept-group.ts';
import type { Incident, Unanswered } from '../incident.ts';
import type { ServiceState } from '../roll-up-status.ts';
import type { ServiceStatus } from '../status.ts';

/** A maintenance window that holds the messages of a service back now. */
export interface ActiveSilence {
  /** When it ends, as far as is known now. */
  untilMs: number;
  /** Such as "maintenance until 2026-11-22 15:00 UTC: deploy 4711 (ci)". */
  words: string;
}

/** How the incident of a message is now, as far as a message that was held, or a reminder, depends on it. */
export interface IncidentStanding
  extends Pick<Incident, 'state'>,
    Pick<Unanswered, 'heldUntilMs' | 'countsFromMs'> {
  flaps: boolean;
  /** Null: nobody did. */
  acknowledgedBy: string | null;
  /** Whether no later message of it replaces this one. */
  isNewest: boolean;
}

/** A service that the service of a message needs; only those that exist, and that do not need it in turn while they are Down. */
export interface NeededService {
  serviceName: string;
  status: ServiceStatus;
  /** Its incident that is not resolved; null: there is none. */
  incidentId: string | null;
  /** Since when it is Down; null: it is not. */
  downSinceMs: number | null;
  /** When it was heard again after it was Down; null: it is Down, or was not lately. */
  backAtMs: number | null;
  /** Of any of its instances; null: never. */
  lastBeatAtMs: number | null;
  /** How long it is silent before it is Down. */
  downAfterMs: number;
}

/** What decides whether a message is sent now; times in milliseconds of the Redis clock. */
export interface Circumstances {
  nowMs: number;
  /** How long a service is silent before it is Down: a message is never held for longer than a part of it without a new look. */
  downAfterMs: number;
  /** Null: no maintenance holds the messages of this service back. */
  silence: ActiveSilence | null;
  /** What its service needs; only for a message about an outage that begins or goes on. */
  needed: readonly NeededService[];
  /** Only for a message that was held, and for a reminder; null: there is no such incident any more. */
  incident: IncidentStanding | null;
  /** Only for a reminder: when its channel was last told of the outage; null, absent: it was not. */
  toldHereAtMs?: number | null;
  /** The open outage group of its incident; null: there is none, or a message of this kind is never part of one. */
  group: Pick<KeptGroup, 'group' | 'versionOf'> | null;
  /** Only for the beginning of a degraded phase: how its service is now; null: it is not there any more. */
  standing?: Pick<ServiceState, 'status' | 'counts'> | null;
  /** Only for the end of an outage: whether its channel was told of the outage. */
  wasTold: boolean;
}
