import type { EventStream } from '../../src/actors/ports/events.ts';
import type { Beats } from '../../src/actors/ports/heartbeats.ts';
import type { Incidents } from '../../src/actors/ports/incidents.ts';
import type { Checks, Registrations } from '../../src/actors/ports/instances.ts';
import type { Notifications } from '../../src/actors/ports/notifications.ts';
import type { Services } from '../../src/actors/ports/services.ts';
import type { Telling } from '../../src/actors/ports/telling.ts';
import type { Overdue } from '../../src/actors/ports/wake-ups.ts';
import type { BlindGap } from '../../src/domain/clear-time.ts';
import type { MonitorEvent } from '../../src/domain/events.ts';
import type { Incident } from '../../src/domain/incident.ts';
import type { Notification } from '../../src/domain/notification.ts';
import type { RulesOf } from '../../src/domain/policy.ts';
import type { PeoplePorts } from './people/people-ports.ts';
import type { Silences } from './silences.ts';
import type { PeopleRules } from './simulation-rules.ts';

/** The part of the store that the actors see. */
export interface ActorPorts {
  beats: Beats;
  registrations: Registrations;
  checks: Checks;
  services: Services;
  incidents: Incidents;
  notifications: Notifications;
  overdue: Overdue;
}

/** A store whose clock stands still until it is set, and which can be thrown back to an earlier moment. */
export interface SimulatedStore extends ActorPorts {
  telling(rulesOf: RulesOf): Telling;
  /** Absent: this store has nothing of it. */
  people?(rules: PeopleRules, rulesOf: RulesOf): PeoplePorts;
  /** What operators declared; it is not lost with what the store forgets. */
  silences: Silences;
  stream(group: string, consumer: string): EventStream;
  /** What the server's own clock says from now on; it may go back. */
  setTime(serverTimeMs: number): void;
  /** The node that stores the next heartbeats is gone before it has woken anybody. */
  dieBeforeWaking(): void;
  snapshot(name: string): Promise<void>;
  /** Every write since the snapshot is lost; without a name, all of them. */
  restore(name: string | null): Promise<void>;
  all(): Promise<Everything>;
  close(): Promise<void>;
}

/** What can be listed beside what the ports answer. */
export interface Everything {
  gaps: BlindGap[];
  /** In the order in which they were committed. */
  events: MonitorEvent[];
  /** By id. */
  incidents: Incident[];
  notifications: Notification[];
}
