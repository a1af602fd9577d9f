import { type ConnectionOptions, Queue } from 'bullmq';
import type { WakeUp, WakeUps } from '../actors/ports/wake-ups.ts';
import { boundedCalls } from './bounded-calls.ts';

/** How long a caller waits for a queue. A lost wake-up delays work by a second, and waiting must not take longer. */
const timeoutMs = 1_000;

/** Wake-ups that are jobs of BullMQ, over several queues of one name. */
export interface WakeUpJobs<Of> extends WakeUps<Of> {
  /** Opens the queues that are new among these, and closes those that are not among them. */
  keepTo(tags: QueueTags): void;
  /** Arms them, and says which were lost. */
  add(wakeUps: readonly WakeUp<Of>[]): Promise<WakeUp<Of>[]>;
  /** Opens again what a removal that was cut off has left closed. */
  resume(): Promise<void>;
  /** How many jobs are in which state, in all queues. */
  counts(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** What is called when a queue fails. */
export interface WakeUpFaults {
  onError(error: Error): void;
  /** How many wake-ups were not queued in time; null: the queue does not answer. */
  onLost(count: number, error: Error | null): void;
}

/** The hash tags of queues, by whatever `queueOf` names them with. */
export type QueueTags = ReadonlyMap<string | number, string>;

/** How one kind of wake-up is kept. */
interface Kind<Of> {
  queueName: string;
  jobName: string;
  tags: QueueTags;
  /** How many entries of its own event stream BullMQ keeps. */
  eventsKept: number;
  queueOf(one: Of): string | number;
  /** BullMQ ignores a job whose id exists already. */
  jobIdOf(one: Of): string;
  dataOf(one: Of): string | null;
  /** Those with a lower number go first; absent: in the order of time. */
  turnOf?(one: Of): number;
}

/** A wake-up without a queue on this node is left to its timer, and to nodes that have the queue. */
export function openWakeUps<Of>(
  connection: ConnectionOptions,
  kind: Kind<Of>,
  { onError, onLost }: WakeUpFaults,
): WakeUpJobs<Of> {
  const opened = new Map([...kind.tags].map(([name, tag]) => [name, open(tag)] as const));
  const closing = new Set<Promise<void>>();

  function open(prefix: string) {
    const streams = { events: { maxLen: kind.eventsKept } };
    const queue = new Queue(kind.queueName, { connection, prefix, streams });
    queue.on('error', onError);
    return { queue, within: boundedCalls(timeoutMs) };
  }

  async function add(wakeUps: readonly WakeUp<Of>[]): Promise<WakeUp<Of>[]> {
    const adds = byQueue(wakeUps).map(async ({ queue, within, group }) => {
      const outcome = await within(() => queue.addBulk(group.map(toJob)));
      if (outcome.kind === 'done') return [];
      onLost(group.length, outcome.kind === 'late' ? null : toError(outcome.error));
      return group;
    });
    return (await Promise.all(adds)).flat();
  }

  const byQueue = <One extends Of>(all: readonly One[]) =>
    [...Map.groupBy(all, (one) => kind.queueOf(one))].flatMap(([name, group]) => {
      const found = opened.get(name);
      return found === undefined ? [] : [{ ...found, group }];
    });

  const toJob = (one: WakeUp<Of>) => ({
    name: kind.jobName,
    data: kind.dataOf(one),
    opts: {
      jobId: kind.jobIdOf(one),
      delay: Math.max(0, Math.ceil(one.delayMs ?? 0)),
      ...(kind.turnOf === undefined ? {} : { priority: kind.turnOf(one) }),
    },
  });

  function close(queue: Queue): void {
    const closed = queue.close().catch(onError);
    closing.add(closed);
    void closed.then(() => closing.delete(closed));
  }

  return {
    keepTo(tags) {
      for (const [name, tag] of tags) if (!opened.has(name)) opened.set(name, open(tag));
      for (const [name, { queue }] of opened) {
        if (tags.has(name)) continue;
        opened.delete(name);
        close(queue);
      }
    },
    add,

    async arm(wakeUps) {
      await add(wakeUps);
    },

    async missing(all) {
      const looks = byQueue(all).map(async ({ queue, within, group }) => {
        const look = () => Promise.all(group.map((one) => queue.getJob(kind.jobIdOf(one))));
        const outcome = await within(look);
        if (outcome.kind === 'failed') onError(toError(outcome.error));
        return outcome.kind === 'done' ? group.filter((_, at) => outcome.value[at] === undefined) : [];
      });
      return (await Promise.all(looks)).flat();
    },

    async resume() {
      const all = [...opened.values()];
      await Promise.all(all.map(async ({ queue }) => (await queue.isPaused()) && queue.resume()));
    },

    async counts() {
      const all = [...opened.values()];
      const each = await Promise.all(
        all.map(({ queue }) => queue.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed')),
      );
      const sums: Record<string, number> = {};
      for (const counts of each) {
        for (const [state, count] of Object.entries(counts)) {
          // Those with a turn wait too.
          const as = state === 'prioritized' ? 'wait' : state;
          sums[as] = (sums[as] ?? 0) + count;
        }
      }
      return sums;
    },

    async close() {
      await Promise.all([...[...opened.values()].map(({ queue }) => queue.close()), ...closing]);
    },
  };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
