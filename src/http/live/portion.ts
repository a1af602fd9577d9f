import type { ApiKey } from '../../domain/api-key.ts';
import type { Change } from './change.ts';

/** Frames as one piece; the id goes with the last of them, so that it counts only when all have arrived. */
export function toChunk(frames: readonly string[], positionId: string): Buffer {
  return Buffer.from(`${frames.slice(0, -1).join('')}id: ${positionId}\n${frames.at(-1) ?? '\n'}`);
}

/** Changes that are told together, made into bytes once for all whose keys may see the same. */
export class Portion {
  readonly changes: readonly Change[];
  readonly #positionId: string;
  readonly #byBounds = new Map<string, { chunk: Buffer; count: number } | null>();

  constructor(changes: readonly Change[], positionId: string) {
    this.changes = changes;
    this.#positionId = positionId;
  }

  /** Null: the holder of this key may see none of it. */
  chunkFor(key: ApiKey): { chunk: Buffer; count: number } | null {
    const bounds = JSON.stringify([key.environments, key.services]);
    const known = this.#byBounds.get(bounds);
    if (known !== undefined) return known;
    const frames = this.changes.map((change) => change.frame(key)).filter((frame) => frame !== null);
    const made =
      frames.length === 0 ? null : { chunk: toChunk(frames, this.#positionId), count: frames.length };
    this.#byBounds.set(bounds, made);
    return made;
  }
}
