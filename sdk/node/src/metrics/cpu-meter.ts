/** The share of the allowed cores used since the last reading; the first one covers the life of the process. */
export class CpuMeter {
  #usedMicros = 0;
  #uptimeSeconds = 0;

  percent(cores: number): number {
    const { user, system } = process.cpuUsage();
    const usedMicros = user + system;
    const uptimeSeconds = process.uptime();
    const elapsedMicros = (uptimeSeconds - this.#uptimeSeconds) * 1e6;
    const percent = elapsedMicros > 0 ? ((usedMicros - this.#usedMicros) / elapsedMicros / cores) * 100 : 0;
    this.#usedMicros = usedMicros;
    this.#uptimeSeconds = uptimeSeconds;
    return Math.min(100, Math.max(0, percent));
  }
}
