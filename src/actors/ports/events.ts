import type { MonitorEvent } from '../../domain/events.ts';

/** An event with its place in the stream; the id begins with the millisecond in which it was committed. */
export interface StreamEntry {
  entryId: string;
  event: MonitorEvent;
}

/** One partition's events as one consumer of a group reads them. */
export interface EventStream {
  /** Makes the group, from the beginning of the stream, unless it exists. */
  ensureGroup(): Promise<void>;
  /** New events; waits up to `blockMs` for one. Needs a connection of its own. */
  next(blockMs: number): Promise<StreamEntry[]>;
  /** Events that another consumer took at least `idleMs` ago and never finished. */
  abandoned(idleMs: number): Promise<StreamEntry[]>;
  /**
   * Resolves to the milliseconds from the commit of the first of them until now, by the clock of Redis alone. Throws when
   * Redis was restarted or failed over since they were read: their effects may be lost, so they come again.
   */
  done(entryIds: string[]): Promise<number>;
  /** Replaces the connection that waits for events. */
  reconnect(): void;
}

/** The events of one group that it could not handle. */
export interface EventsAside {
  /** Counts a failure; true: it was the last one allowed, and the event is acknowledged and quarantined. */
  failed(entry: StreamEntry, error: unknown): Promise<boolean>;
  all(): Promise<StreamEntry[]>;
  /** It was handled after all. */
  settled(entry: StreamEntry): Promise<void>;
}
