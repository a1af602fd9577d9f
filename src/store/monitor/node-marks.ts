import { formatDuration } from '../../domain/duration.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/** How long a mark is kept after its node is gone; the node itself does not trust it as long. */
const keptMs = 24 * 60 * 60 * 1000;

interface Marks {
  latestMs: number;
  beforeMs: number;
}

/**
 * A node's marks in every partition: it writes the time of its own clock and is handed what it wrote before. What was
 * confirmed and is not there any more is what Redis has lost. One mark too old is not reported: a failover may lose a
 * moment, and heartbeats of that moment lie in a blind gap.
 */
export class NodeMarks {
  readonly #client: RedisClient;
  readonly #partitions: Partitions;
  readonly #nodeId: string;
  readonly #toldForMs: number;
  readonly #marks: (Marks | null)[];
  #told: { text: string; untilMs: number } | null = null;

  /** `toldForMs`: a loss is over in a moment; it is told for so long, or nobody who looks now and then would see it. */
  constructor(client: RedisClient, partitions: Partitions, nodeId: string, toldForMs: number) {
    this.#client = client;
    this.#partitions = partitions;
    this.#nodeId = nodeId;
    this.#toldForMs = toldForMs;
    this.#marks = partitions.all.map(() => null);
  }

  /** Leaves new marks; resolves to what was lost lately, in words, or null. */
  async leave(): Promise<string | null> {
    const found = await this.#findLoss();
    if (found !== null) this.#told = { text: found, untilMs: performance.now() + this.#toldForMs };
    else if (this.#told !== null && performance.now() >= this.#told.untilMs) this.#told = null;
    return this.#told?.text ?? null;
  }

  async #findLoss(): Promise<string | null> {
    const found = await Promise.all(this.#partitions.all.map((_, partition) => this.#leaveIn(partition)));
    const losses = found.filter((lostMs) => lostMs !== null);
    if (losses.length === 0) return null;
    const gone = losses.filter((lostMs) => !Number.isFinite(lostMs));
    // Not read off the monitor's own facts: another node may have written those again by now.
    if (gone.length === this.#partitions.all.length)
      return 'Redis came back empty: every registration, open incident and waiting message is gone';
    const longestMs = Math.max(...losses);
    return Number.isFinite(longestMs)
      ? `Redis has lost what was written in ${formatDuration(longestMs)}`
      : 'a part of Redis came back empty';
  }

  /** The length of time whose writes are lost; without end when nothing is left; null when nothing is lost. */
  async #leaveIn(partition: number): Promise<number | null> {
    const nowMs = Math.round(performance.now());
    const key = this.#partitions.at(partition).mark(this.#nodeId);
    const before = await this.#client.set(key, nowMs, 'PX', keptMs, 'GET');
    const known = this.#marks[partition] ?? null;
    this.#marks[partition] = { latestMs: nowMs, beforeMs: known?.latestMs ?? nowMs };
    if (known === null || nowMs - known.latestMs > keptMs / 2) return null;
    if (before === null) return Number.POSITIVE_INFINITY;
    return Number(before) < known.beforeMs ? known.latestMs - Number(before) : null;
  }
}
