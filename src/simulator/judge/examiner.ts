import type { Finding, Mistake } from './finding.ts';
import type { IncidentReading, ServiceReading } from './monitor-readings.ts';

/** What the monitor said at one moment. */
export interface Snapshot {
  atMs: number;
  services: readonly ServiceReading[];
  incidents: readonly IncidentReading[];
}

/** A service that was silenced as a whole, from the kill until the monitor has settled it. */
interface Outage {
  silentSinceMs: number;
  downSeenAtMs: number | null;
  revivedAtMs: number | null;
  backSeen: boolean;
  takenBack: boolean;
  incidentId: string | null;
}

/**
 * Compares what the monitor says with what is true. It knows the truth because the simulator made it; it has no
 * clock, no network and no opinion on how a monitor works.
 */
export class Examiner {
  readonly mistakes: Mistake[] = [];
  /** The incidents of this run's services, in their latest state, in the order they came. */
  readonly incidents = new Map<string, IncidentReading>();
  readonly #names: ReadonlyMap<string, string>;
  readonly #statuses = new Map<string, string>();
  readonly #outages = new Map<string, Outage>();
  /** Services that are Down without reason: told once, until they leave Down. */
  readonly #excused = new Set<string>();
  readonly #earlierIncidents = new Set<string>();
  /** Services with an outage that is over: their monitor trusts them later than others. */
  readonly #known = new Set<string>();
  #findings: Finding[] = [];

  /** Begins with what the monitor says of these services (names by id) before anything was done to them. */
  constructor(names: ReadonlyMap<string, string>, before: Snapshot) {
    this.#names = names;
    for (const { incidentId, serviceId } of before.incidents) {
      this.#earlierIncidents.add(incidentId);
      this.#known.add(serviceId);
    }
    for (const { serviceId, status } of before.services) {
      this.#statuses.set(serviceId, status);
      if (status === 'Down') this.#excused.add(serviceId);
    }
  }

  /** These services (ids with the time of their last heartbeat) have no instance left that beats. */
  silenced(silentSinceMs: Iterable<readonly [string, number]>): void {
    for (const [serviceId, sinceMs] of silentSinceMs) {
      this.#outages.set(serviceId, {
        silentSinceMs: sinceMs,
        downSeenAtMs: null,
        revivedAtMs: null,
        backSeen: false,
        takenBack: false,
        incidentId: null,
      });
    }
  }

  /** Every instance beats again. */
  revived(atMs: number): void {
    for (const outage of this.#outages.values()) outage.revivedAtMs = atMs;
  }

  observe(snapshot: Snapshot): Finding[] {
    this.#findings = [];
    for (const service of snapshot.services) {
      if (this.#names.has(service.serviceId)) this.#observeService(service, snapshot.atMs);
    }
    for (const incident of snapshot.incidents) {
      if (this.#names.has(incident.serviceId)) this.#observeIncident(incident);
    }
    for (const [serviceId, outage] of this.#outages) this.#settle(serviceId, outage, snapshot.atMs);
    return this.#findings;
  }

  /** How many silenced services the monitor has not called Down yet. */
  get awaitingDown(): number {
    return [...this.#outages.values()].filter((outage) => outage.downSeenAtMs === null).length;
  }

  /** How many outages are not over for the monitor. */
  get unsettled(): number {
    return this.#outages.size;
  }

  /** When the last of the incidents can be resolved whose services are all Healthy again; null: one is not, or nobody says. */
  get quietUntil(): string | null {
    const ids = [...this.#outages.keys()];
    if (ids.some((serviceId) => this.statusOf(serviceId) !== 'Healthy')) return null;
    const times = [...this.#outages.values()].map(
      ({ incidentId }) => this.incidents.get(incidentId ?? '')?.quietUntil ?? '',
    );
    return times.toSorted().at(-1) || null;
  }

  /** The services by status, as the monitor last told them. */
  countByStatus(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const serviceId of this.#names.keys()) {
      const status = this.#statuses.get(serviceId) ?? 'unknown';
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    return counts;
  }

  statusOf(serviceId: string): string | null {
    return this.#statuses.get(serviceId) ?? null;
  }

  /** The time for Down is up: what is still awaited was missed. */
  closeDownWait(atMs: number): Finding[] {
    this.#findings = [];
    for (const [serviceId, outage] of this.#outages) {
      const serviceName = this.#nameOf(serviceId);
      if (outage.downSeenAtMs === null) {
        this.#mistake({ kind: 'missed-down', serviceName, silentForMs: atMs - outage.silentSinceMs });
      } else if (outage.incidentId === null) {
        this.#mistake({ kind: 'missing-incident', serviceName });
      }
    }
    return this.#findings;
  }

  /** The time for recovery is up: what is not settled was missed. */
  closeRecoveryWait(): Finding[] {
    this.#findings = [];
    for (const [serviceId, outage] of this.#outages) {
      this.#mistake({
        kind: 'missed-recovery',
        serviceName: this.#nameOf(serviceId),
        status: this.statusOf(serviceId) ?? 'unknown',
        incidentState: this.incidents.get(outage.incidentId ?? '')?.state ?? null,
      });
      this.#excused.add(serviceId);
    }
    this.#outages.clear();
    return this.#findings;
  }

  #observeService({ serviceId, serviceName, status }: ServiceReading, atMs: number): void {
    this.#statuses.set(serviceId, status);
    const outage = this.#outages.get(serviceId);
    if (status !== 'Down') {
      this.#excused.delete(serviceId);
      if (outage && outage.downSeenAtMs !== null) this.#observeBack(outage, serviceName, status, atMs);
      return;
    }
    if (outage && !outage.backSeen) {
      if (outage.downSeenAtMs !== null) return;
      outage.downSeenAtMs = atMs;
      const afterMs = atMs - outage.silentSinceMs;
      this.#findings.push({ kind: 'down-seen', serviceName, afterMs });
    } else if (!this.#excused.has(serviceId)) {
      this.#excused.add(serviceId);
      this.#mistake({ kind: 'false-down', serviceName, sign: 'status' });
    }
  }

  #observeBack(outage: Outage, serviceName: string, status: string, atMs: number): void {
    if (outage.revivedAtMs === null) {
      if (!outage.takenBack) this.#mistake({ kind: 'false-recovery', serviceName, status });
      outage.takenBack = true;
    } else if (!outage.backSeen) {
      outage.backSeen = true;
      this.#findings.push({ kind: 'back-seen', serviceName, status, afterMs: atMs - outage.revivedAtMs });
    }
  }

  #observeIncident(incident: IncidentReading): void {
    const { incidentId, serviceId, serviceName } = incident;
    const outage = this.#outages.get(serviceId);
    // One from before the run is the outage's when that is a relapse of it.
    const isRelapse = outage?.downSeenAtMs != null && incident.state === 'open';
    if (this.#earlierIncidents.has(incidentId) && !isRelapse && outage?.incidentId !== incidentId) return;
    const isNew = !this.incidents.has(incidentId);
    this.incidents.set(incidentId, incident);
    // The list of incidents is read after the list of services, so it may know of a Down first.
    if (outage && (isNew || incident.state !== 'resolved')) outage.incidentId ??= incidentId;
    if (!isNew || outage?.incidentId === incidentId || this.#excused.has(serviceId)) return;
    this.#excused.add(serviceId);
    this.#mistake({ kind: 'false-down', serviceName, sign: 'incident' });
  }

  #settle(serviceId: string, outage: Outage, atMs: number): void {
    if (outage.revivedAtMs === null || this.statusOf(serviceId) !== 'Healthy') return;
    const incident = this.incidents.get(outage.incidentId ?? '');
    if (incident !== undefined && incident.state !== 'resolved' && !this.#isWatched(incident)) return;
    this.#outages.delete(serviceId);
    this.#known.add(serviceId);
    const serviceName = this.#nameOf(serviceId);
    this.#findings.push({ kind: 'settled', serviceName, afterMs: atMs - outage.revivedAtMs });
  }

  /** After its first outage a service must be on time for longer; then the monitor says until when, and that is enough. */
  #isWatched({ serviceId, state, quietUntil }: IncidentReading): boolean {
    return this.#known.has(serviceId) && state === 'recovering' && quietUntil != null;
  }

  #mistake(mistake: Mistake): void {
    this.mistakes.push(mistake);
    this.#findings.push({ kind: 'mistake', mistake });
  }

  #nameOf(serviceId: string): string {
    return this.#names.get(serviceId) ?? serviceId;
  }
}
