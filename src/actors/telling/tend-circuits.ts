import { giveUpAfterMs } from '../../domain/retry-schedule.ts';
import { circuit, type OpenCircuit } from '../../domain/telling/circuit.ts';
import type {
  Circuits,
  CircuitView,
  ConfiguredChannel,
  WaitingMessage,
  WaitingMessages,
} from '../ports/circuits.ts';
import type { Log } from '../ports/observability.ts';
import type { Delivery, WakeUps } from '../ports/wake-ups.ts';

export interface TendCircuits {
  /** Sends the probes that are due, and what waited for a circuit that is closed now. */
  tend(): Promise<void>;
  /** Also what waits for a circuit that is not stored at all, as after a change of the configuration. */
  sweep(): Promise<void>;
  /** Gives all that waits for this channel its time back, whoever has the channel. */
  releaseAll(channelId: string): Promise<void>;
}

/** How many waiting messages are released with one read. */
const portion = 100;

/** A configuration that nobody has any more leaves a circuit behind, which is forgotten after this time. */
const forgottenAfterMs = 60 * 60_000;

/**
 * Gives waiting messages their wake-ups back: one when the circuit of the channel asks for a probe, all when it is
 * closed, the oldest first. Every worker does so; who commits the release of a message wakes it.
 */
export function createTendCircuits(parts: {
  circuits: Circuits;
  waiting: Pick<WaitingMessages, 'oldest' | 'release'>;
  deliveryQueue: Pick<WakeUps<Delivery>, 'arm'>;
  /** Those of this worker, as they are configured now. */
  channels: () => readonly ConfiguredChannel[];
  log: Log;
}): TendCircuits {
  const { circuits, waiting, log } = parts;

  /** Whether it was still there to be released. */
  async function release(messages: readonly WaitingMessage[]): Promise<WaitingMessage[]> {
    const outcomes = await Promise.all(messages.map((message) => waiting.release(message)));
    const released = messages.filter((_, at) => outcomes[at]?.kind === 'committed');
    if (released.length > 0) await parts.deliveryQueue.arm(released);
    return released;
  }

  async function releaseAll(channelId: string): Promise<void> {
    let count = 0;
    for (;;) {
      const found = await waiting.oldest(channelId, portion);
      const released = (await release(found)).length;
      count += released;
      // What another worker releases is done there.
      if (found.length < portion || released === 0) break;
    }
    if (count > 0) log.info({ channelId, messages: count }, 'waiting messages are sent');
  }

  /** What waited as long as any message is tried is claimed once more, to be given up. */
  async function releaseExpired(channelId: string, nowMs: number): Promise<void> {
    const found = await waiting.oldest(channelId, portion);
    await release(found.filter(({ sinceMs }) => nowMs - sinceMs >= giveUpAfterMs));
  }

  async function probe(view: CircuitView, open: OpenCircuit): Promise<void> {
    const [oldest] = await waiting.oldest(view.channelId, 1);
    if (oldest === undefined) return;
    const probing = circuit.withProbe(open, oldest.notificationId, view.nowMs);
    if ((await circuits.commit(view, probing)).kind === 'stale') return;
    const [released] = await release([oldest]);
    if (released !== undefined) return;
    const now = await circuits.read(view);
    await circuits.commit(now, circuit.withoutProbe(now.circuit, oldest.notificationId));
  }

  async function tendOne(view: CircuitView): Promise<void> {
    const { channelId, nowMs, circuit: now } = view;
    if (circuit.isOpen(now)) {
      await releaseExpired(channelId, nowMs);
      if (circuit.isProbeDue(now, nowMs)) await probe(view, now);
      return;
    }
    await releaseAll(channelId);
    if (now.failures === 0) await circuits.commit(view, null);
  }

  /** Of the channels of this worker, with what is stored of them. */
  async function read() {
    const stored = await circuits.all();
    const own = parts.channels().map((channel) => ({
      channel,
      view: stored.find((view) => isSame(view, channel)),
    }));
    return { stored, own };
  }

  return {
    releaseAll,

    async tend() {
      const { own } = await read();
      for (const { view } of own) if (view !== undefined) await tendOne(view);
    },

    async sweep() {
      const { stored, own } = await read();
      for (const { channel, view } of own) {
        if (view === undefined) await releaseAll(channel.channelId);
        else await tendOne(view);
      }
      const left = stored.filter((view) => !own.some(({ channel }) => isSame(view, channel)));
      await Promise.all(left.filter(isForgotten).map((view) => circuits.commit(view, null)));
    },
  };
}

function isSame(a: ConfiguredChannel, b: ConfiguredChannel): boolean {
  return a.channelId === b.channelId && a.configuration === b.configuration;
}

function isForgotten({ circuit: left, nowMs }: CircuitView): boolean {
  return left.kind === 'closed' || nowMs - left.nextProbeAtMs >= forgottenAfterMs;
}
