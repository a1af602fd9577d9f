import type { Log } from '../ports/observability.ts';
import type { Archive, OldRecords, RecordKind, RetentionLease } from '../ports/retention.ts';

/** One list with the rule for it. */
export interface Trimming {
  kind: RecordKind;
  /** Looks at one portion, and removes what may go. */
  step(after: string | null, archive: Archive | null): Promise<Step>;
}

interface Step {
  removed: number;
  next: string | null;
}

export interface TrimRecordsParts {
  trimmings: readonly Trimming[];
  lease: RetentionLease;
  /** Null: what goes is written down nowhere. */
  archive: Archive | null;
  /** Lets Redis serve others between two portions. */
  pause: () => Promise<unknown>;
  stopping: AbortSignal;
  count: (kind: RecordKind, removed: number) => void;
  log: Log;
}

/** Removes the records whose time is over, a portion at a time, on one worker at a time. */
export function createTrimRecords(parts: TrimRecordsParts): () => Promise<void> {
  const { trimmings, lease, pause, stopping, count, log } = parts;
  const archive = parts.archive === null ? null : knownBy(parts.archive);

  async function trimAll(): Promise<void> {
    await archive?.examine();
    for (const { kind, step } of trimmings) {
      let after: string | null = null;
      do {
        if (stopping.aborted || !(await lease.hold())) return;
        const { removed, next }: Step = await step(after, archive);
        if (removed > 0) count(kind, removed);
        after = next;
        if (next !== null) await pause();
      } while (after !== null);
    }
  }

  return async () => {
    if (!(await lease.hold())) return;
    try {
      await trimAll();
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      log.error(
        { error: error.cause },
        'cannot write to the archive directory; no old record is removed until it can be written',
      );
    } finally {
      await lease.release();
    }
  };
}

/** The archive cannot be written to; the cause says why. */
class ArchiveError extends Error {}

/** The same archive, whose failures can be told from those of Redis. */
function knownBy(archive: Archive): Archive {
  const failing = (cause: unknown): never => {
    throw new ArchiveError('the archive cannot be written to', { cause });
  };
  return {
    examine: () => archive.examine().catch(failing),
    append: (lines, atMs) => archive.append(lines, atMs).catch(failing),
  };
}

/** How the records of one kind are judged and written down. */
export interface Rule<T> {
  keptMs: number;
  mayGo(record: T, nowMs: number): boolean;
  /** As it is archived; null: nothing is left of it. */
  toArchive(record: T): object | null;
  /** Whether nothing behind a record that must stay may go. */
  endsAtFirst: boolean;
}

/**
 * What is removed was archived before: after a crash in between it is archived once more, and never lost.
 */
export function trimming<T>(kind: RecordKind, records: OldRecords<T>, rule: Rule<T>): Trimming {
  return {
    kind,
    async step(after, archive) {
      const nowMs = await records.nowMs();
      const { found, next } = await records.read(nowMs - rule.keptMs, after);
      const going = found.filter((record) => rule.mayGo(record, nowMs));
      if (archive !== null) {
        const archivedAt = new Date(nowMs).toISOString();
        const kept = going.map(rule.toArchive).filter((record) => record !== null);
        const lines = kept.map((record) => JSON.stringify({ kind, archivedAt, record }));
        if (lines.length > 0) await archive.append(lines, nowMs);
      }
      const removed = going.length === 0 ? 0 : await records.remove(going);
      const isOver = rule.endsAtFirst && going.length < found.length;
      return { removed, next: isOver ? null : next };
    },
  };
}
