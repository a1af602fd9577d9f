import type { Random } from '../fleet/random.ts';

/** The heartbeat metadata of the contract, key by key. */
export interface HeartbeatMetadata {
  timestamp: string;
  cpu_percent: number;
  memory_mb: number;
  total_memory_mb: number;
  disk_usage_percent: number;
  thread_count: number;
  requests_per_minute: number;
  active_connections: number;
}

/** The metrics of one instance: each heartbeat moves them a small step, as real ones do. */
export class VitalSigns {
  readonly #random: Random;
  readonly #totalMemoryMb: number;
  #cpuPercent: number;
  #memoryMb: number;
  #diskPercent: number;
  #threads: number;
  #requestsPerMinute: number;

  constructor(random: Random) {
    this.#random = random;
    this.#totalMemoryMb = 2048 * 2 ** Math.floor(random() * 4);
    this.#cpuPercent = 5 + random() * 45;
    this.#memoryMb = this.#totalMemoryMb * (0.2 + random() * 0.4);
    this.#diskPercent = 20 + random() * 50;
    this.#threads = 20 + random() * 60;
    this.#requestsPerMinute = 60 + random() * 3000;
  }

  next(atMs: number): HeartbeatMetadata {
    this.#cpuPercent = this.#walk(this.#cpuPercent, 3, 1, 99);
    this.#memoryMb = this.#walk(this.#memoryMb, this.#totalMemoryMb / 100, 64, this.#totalMemoryMb * 0.95);
    this.#diskPercent = this.#walk(this.#diskPercent, 0.1, 1, 99);
    this.#threads = this.#walk(this.#threads, 2, 8, 400);
    this.#requestsPerMinute = this.#walk(this.#requestsPerMinute, 60, 0, 12_000);
    return {
      timestamp: new Date(atMs).toISOString(),
      cpu_percent: tenths(this.#cpuPercent),
      memory_mb: tenths(this.#memoryMb),
      total_memory_mb: this.#totalMemoryMb,
      disk_usage_percent: tenths(this.#diskPercent),
      thread_count: Math.round(this.#threads),
      requests_per_minute: Math.round(this.#requestsPerMinute),
      active_connections: Math.round(this.#requestsPerMinute / 40),
    };
  }

  #walk(value: number, step: number, low: number, high: number): number {
    return Math.min(high, Math.max(low, value + (this.#random() * 2 - 1) * step));
  }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
