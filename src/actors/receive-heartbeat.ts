import { partitionOf } from '../domain/ids.ts';
import type { ServiceStatus } from '../domain/status.ts';
import { withTimeout } from '../with-timeout.ts';
import type { HearHealth } from './health/hear-health.ts';
import type { Beat, BeatOutcome, BeatReceipt, Beats } from './ports/heartbeats.ts';
import type { Log } from './ports/observability.ts';
import { StoreUnavailable } from './ports/store-errors.ts';
import type { CheckWakeUps } from './ports/wake-ups.ts';

/** The true answer to one heartbeat; `receivedAtMs` is on the Redis clock. */
export type HeartbeatAnswer =
  | { kind: 'received'; receivedAtMs: number; serviceStatus: ServiceStatus; expectedIntervalMs: number }
  | { kind: 'unknown-instance' }
  /** Not stored, or not known to be stored: the caller must send it again. */
  | { kind: 'unavailable' };

export interface ReceiveHeartbeat {
  receive(beat: Beat): Promise<HeartbeatAnswer>;
  /**
   * Takes the path of a heartbeat of this partition. When it is stored, everything sent before `sentAtMs` (by the
   * monitor's clock) could be received. False: it is not known to be stored.
   */
  tick(partition: number, sentAtMs: number): Promise<boolean>;
}

/** One write, and all callers that wait for it. Waiting heartbeats of the same instance become one write. */
interface Waiting {
  beat: Beat;
  /** Only the tick has one: it waits together with the heartbeats, without an instance. */
  tickSentAtMs: number | null;
  sinceMs: number;
  answers: ((answer: Answer) => void)[];
}

/** The answer to a tick: only whether it was stored. */
type Answer = HeartbeatAnswer | { kind: 'heard' };

const tickBeat: Beat = { instanceId: 'tick', metadata: null, health: null };

/** How many heartbeats go to Redis in one call: more would hold it too long for the others. */
const batchSize = 200;

/** How many calls of a partition are under way at once; what arrives meanwhile goes together in the next, so calls grow with the load. */
const callsAtOnce = 1;

/** A heartbeat that waited so long is refused: after another half second in a call its answer would come too late. */
const longestWaitMs = 400;

/**
 * A call that takes longer counts as failed, even if it still succeeds. It may consist of several commands, and on a
 * Cluster each may be redirected. Together with the wait, an answer takes less than a second.
 */
const longestCallMs = 550;

/**
 * Step 1, HTTP to Redis. What arrives within one turn of the event loop goes to Redis in one call for each partition;
 * a call that fails affects only its own heartbeats. An instance has one place in a call, however many heartbeats it
 * sends. Each answer is sent after the heartbeat is stored. If a heartbeat changes a status, a check is added.
 */
export function createReceiveHeartbeat(parts: {
  beats: Pick<Beats, 'receive'>;
  checkQueue: CheckWakeUps;
  hearHealth: HearHealth;
  partitions: number;
  log: Log;
}): ReceiveHeartbeat {
  const lanes = Array.from({ length: parts.partitions }, (_, partition) => ({
    partition,
    waiting: new Map<string, Waiting>(),
    calls: 0,
    isAwake: false,
  }));
  type Lane = (typeof lanes)[number];

  /** Sends the waiting heartbeats. If all calls are in progress, they are sent when one of them ends. */
  function flush(lane: Lane): void {
    lane.isAwake = false;
    refuseLate(lane);
    while (lane.waiting.size > 0 && lane.calls < callsAtOnce) {
      lane.calls++;
      void send(lane.partition, takeBatch(lane)).then(() => {
        lane.calls--;
        flush(lane);
      });
    }
  }

  function refuseLate({ waiting }: Lane): void {
    const latestMs = performance.now() - longestWaitMs;
    let late = 0;
    for (const one of waiting.values()) {
      if (one.sinceMs >= latestMs) break;
      waiting.delete(one.beat.instanceId);
      tell(one, { kind: 'unavailable' });
      late++;
    }
    if (late > 0) parts.log.warn({ heartbeats: late }, 'heartbeats waited too long for Redis; answering 503');
  }

  function takeBatch({ waiting }: Lane): Waiting[] {
    const batch: Waiting[] = [];
    for (const one of waiting.values()) {
      waiting.delete(one.beat.instanceId);
      if (batch.push(one) === batchSize) break;
    }
    return batch;
  }

  /** Never rejects: every heartbeat has its answer when it resolves. */
  async function send(partition: number, all: Waiting[]): Promise<void> {
    const tick = all.find((one) => one.tickSentAtMs !== null);
    const batch = tick === undefined ? all : all.filter((one) => one !== tick);
    let receipt: BeatReceipt;
    try {
      const beats = batch.map((one) => one.beat);
      receipt = await inTime(parts.beats.receive(partition, beats, tick?.tickSentAtMs ?? undefined));
    } catch (error) {
      parts.log.warn({ error, heartbeats: batch.length }, 'could not store heartbeats; answering 503');
      for (const one of all) tell(one, { kind: 'unavailable' });
      return;
    }
    if (tick !== undefined) tell(tick, { kind: 'heard' });
    batch.forEach((one, i) => {
      const outcome = receipt.outcomes[i];
      tell(one, toAnswer(outcome, receipt.nowMs));
      if (outcome?.kind === 'received' && outcome.isNewHealth) void parts.hearHealth(one.beat);
    });
    wake(batch, receipt);
  }

  function wake(batch: Waiting[], { outcomes, nowMs }: BeatReceipt): void {
    const news = outcomes.flatMap((outcome, i) =>
      outcome.kind === 'received' && outcome.isNews
        ? [{ instanceId: batch[i]?.beat.instanceId ?? '', dueAtMs: nowMs }]
        : [],
    );
    if (news.length > 0) void parts.checkQueue.arm(nowMs, news);
  }

  function join(lane: Lane, beat: Beat, tickSentAtMs: number | null): Promise<Answer> {
    if (!lane.isAwake) setImmediate(flush, lane);
    lane.isAwake = true;
    return new Promise((answer) => {
      const same = lane.waiting.get(beat.instanceId);
      if (same === undefined) {
        const sinceMs = performance.now();
        lane.waiting.set(beat.instanceId, { beat, tickSentAtMs, sinceMs, answers: [answer] });
        return;
      }
      same.answers.push(answer);
      // The last value counts; a heartbeat without metadata or health removes none.
      const { metadata, health } = same.beat;
      same.beat = { ...beat, metadata: beat.metadata ?? metadata, health: beat.health ?? health };
    });
  }

  return {
    receive(beat) {
      const lane = lanes[partitionOf(beat.instanceId, parts.partitions)] as Lane;
      return join(lane, beat, null) as Promise<HeartbeatAnswer>;
    },
    async tick(partition, sentAtMs) {
      const lane = lanes[partition];
      if (lane === undefined) throw new Error(`there is no partition ${partition}`);
      return (await join(lane, tickBeat, sentAtMs)).kind === 'heard';
    },
  };
}

function tell({ answers }: Waiting, answer: Answer): void {
  for (const each of answers) each(answer);
}

function toAnswer(outcome: BeatOutcome | undefined, receivedAtMs: number): HeartbeatAnswer {
  if (outcome?.kind !== 'received') return { kind: 'unknown-instance' };
  const { serviceStatus, expectedIntervalMs } = outcome;
  return { kind: 'received', receivedAtMs, serviceStatus, expectedIntervalMs };
}

function inTime<T>(call: Promise<T>): Promise<T> {
  return withTimeout(call, longestCallMs, () => {
    throw new StoreUnavailable(`Redis took longer than ${longestCallMs} ms`);
  });
}
