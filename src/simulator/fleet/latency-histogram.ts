const growth = 1.02;
const smallestMs = 0.05;
const bucketCount = 700;

/** Latencies in buckets that grow by 2 %: a fixed size however many are recorded, and quantiles within 2 %. */
export class LatencyHistogram {
  readonly #buckets = new Uint32Array(bucketCount);
  #count = 0;

  record(ms: number): void {
    const bucket = Math.ceil(Math.log(Math.max(ms, smallestMs) / smallestMs) / Math.log(growth));
    const index = Math.min(bucketCount - 1, bucket);
    this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
    this.#count += 1;
  }

  /** The latency that the share `quantile` of all stayed at or below; null: nothing was recorded. */
  quantileMs(quantile: number): number | null {
    if (this.#count === 0) return null;
    let left = Math.ceil(this.#count * quantile);
    for (let index = 0; index < bucketCount; index++) {
      left -= this.#buckets[index] ?? 0;
      if (left <= 0) return smallestMs * growth ** index;
    }
    return smallestMs * growth ** bucketCount;
  }
}
