import type { ServerResponse } from 'node:http';
import type { LiveMeter } from '../../actors/ports/observability.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import { type Change, frameOf } from './change.ts';
import { type Portion, toChunk } from './portion.ts';

/** Lists that a subscriber has to read again, because what changed in them is not told one by one. */
export type ToRead = 'services' | 'incidents' | 'outage-groups';

export const allLists: readonly ToRead[] = ['services', 'incidents', 'outage-groups'];

/** Why a subscriber has to read lists again. */
export type ResetReason = Parameters<LiveMeter['reset']>[0];

/** Why a stream ended. */
export type EndReason = Parameters<LiveMeter['ended']>[0];

/** So much waits for a subscriber that does not read; beyond that it has to read the lists again. */
const mostWaitingBytes = 256 * 1024;

/** Without anything else to say, a stream says so often that it lives: proxies close one that is silent for a minute. */
const aliveEveryMs = 10_000;

/**
 * One open stream. What its socket does not take waits here, of each thing only how it is last, and bounded: a subscriber
 * that does not keep up is told to read the lists again. One that takes nothing at all for ten seconds is cut off, as
 * every such caller is.
 */
export class Subscriber {
  readonly key: ApiKey;
  readonly #response: ServerResponse;
  readonly #meter: LiveMeter;
  /** How far all subscribers of this node were told. */
  readonly #positionId: () => string;
  readonly #waiting = new Map<string, string>();
  #waitingBytes = 0;
  /** Lists to be read again, with the reason; null: none. */
  #reset: { lists: Set<ToRead>; because: ResetReason } | null = null;
  #isHeld = true;
  #isFull = false;
  #writtenAtMs = performance.now();

  constructor(parts: {
    key: ApiKey;
    response: ServerResponse;
    meter: LiveMeter;
    positionId: () => string;
    onEnd: (reason: EndReason) => void;
  }) {
    this.key = parts.key;
    this.#response = parts.response;
    this.#meter = parts.meter;
    this.#positionId = parts.positionId;
    const { response } = parts;
    response.on('drain', () => {
      this.#isFull = false;
      this.#flush();
    });
    // A write to a socket that is gone: `close` follows.
    response.on('error', () => undefined);
    response.once('close', () => parts.onEnd(this.#isFull ? 'too-slow' : 'left'));
  }

  /** Tells changes that all subscribers are told. */
  tell(portion: Portion): void {
    if (!this.#mustWait()) {
      const visible = portion.chunkFor(this.key);
      if (visible !== null) this.#write(visible.chunk, visible.count);
      return;
    }
    for (const change of portion.changes) this.#keep(change);
  }

  /** Ends the time in which all that is told waits, and tells first what was missed before it. */
  release(missed: readonly Change[]): void {
    // What was told meanwhile is not older than what was missed.
    for (const change of missed) if (!this.#waiting.has(change.about)) this.#keep(change);
    this.#isHeld = false;
    this.#flush();
  }

  /** Has lists read again, after all that was told before. */
  reset(lists: readonly ToRead[], because: ResetReason): void {
    this.#reset = { lists: new Set([...(this.#reset?.lists ?? []), ...lists]), because };
    this.#meter.reset(because);
    if (!this.#isFull && !this.#isHeld) this.#flush();
  }

  /** Says that the stream lives, if nothing else was said for a while. */
  alive(nowMs: number): void {
    if (this.#mustWait() || nowMs - this.#writtenAtMs < aliveEveryMs) return;
    const frame = frameOf('alive', { at: new Date().toISOString() });
    this.#write(toChunk([frame], this.#positionId()), 0);
  }

  /** Ends the stream; who does not even take what was sent before is cut off. */
  end(): void {
    if (this.#isFull) this.#response.destroy();
    else this.#response.end();
  }

  #mustWait(): boolean {
    return this.#isHeld || this.#isFull || this.#reset !== null;
  }

  #keep(change: Change): void {
    // The lists that it will read have all of it.
    if (this.#reset?.because === 'too-slow') return;
    const frame = change.frame(this.key);
    if (frame === null) return;
    this.#waitingBytes += frame.length - (this.#waiting.get(change.about)?.length ?? 0);
    this.#waiting.set(change.about, frame);
    if (this.#waitingBytes <= mostWaitingBytes) return;
    this.#forgetWaiting();
    this.reset(allLists, 'too-slow');
  }

  #flush(): void {
    const frames = [...this.#waiting.values()];
    const count = frames.length;
    this.#forgetWaiting();
    if (this.#reset !== null) {
      const { lists, because } = this.#reset;
      this.#reset = null;
      frames.push(frameOf('reset', { lists: [...lists], because }));
    }
    if (frames.length > 0) this.#write(toChunk(frames, this.#positionId()), count);
  }

  #forgetWaiting(): void {
    this.#waiting.clear();
    this.#waitingBytes = 0;
  }

  #write(chunk: Buffer, count: number): void {
    this.#writtenAtMs = performance.now();
    this.#meter.told(count);
    this.#isFull = !this.#response.write(chunk);
  }
}
