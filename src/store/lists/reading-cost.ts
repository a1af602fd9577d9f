/** What one list call may cost Redis; with what is under way when it is reached, it stays below 5 ms. */
const limitUs = 3_000;

/** Measured on Redis 7.0 with lists of 20,000 and 100,000; rounded up. */
const costsUs = {
  /** Of a place in a list by name, or by time. */
  name: 0.35,
  time: 2,
  /** Of asking one of many for its status. */
  instanceStatus: 4,
  serviceStatus: 1.2,
  serviceLabels: 4.5,
  /** Of asking one of many how it is described. */
  instanceDescription: 3,
  instance: 13,
  service: 18,
  /** Of a service's counts and nothing else of it. */
  serviceCounts: 2.5,
  /** Of asking when one more of its instances beat. */
  heard: 6,
  incident: 5,
  /** Of asking for how long one is silent, and of each time in which we could not hear. */
  silence: 12,
  gap: 1,
  notification: 8,
  /** Of any text that is read. */
  kilobyte: 4,
} as const;

/** Adds up what one list call costs Redis, in microseconds of its time. */
export class ReadingCost {
  #spentUs = 0;

  get spentUs(): number {
    return this.#spentUs;
  }

  get leftUs(): number {
    return Math.max(0, limitUs - this.#spentUs);
  }

  add(what: keyof typeof costsUs, count = 1): void {
    this.#spentUs += costsUs[what] * count;
  }
}
