import { cpuLimit } from './cpu-limit.ts';
import { CpuMeter } from './cpu-meter.ts';
import { DiskMeter } from './disk-meter.ts';
import { memoryLimit } from './memory-limit.ts';
import { threadCount } from './thread-count.ts';

const megabyte = 1024 * 1024;

/** A heartbeat does not wait longer than this for a slow file system. */
const longestWaitMs = 500;

/** The metrics of the contract's table; null for what this system does not say. */
export class SystemMetrics {
  readonly #cpu = new CpuMeter();
  readonly #disk = new DiskMeter();
  #cores: Promise<number> | null = null;

  async read(): Promise<Record<string, number | null>> {
    // The quota of a running container seldom changes: it is read once.
    this.#cores ??= cpuLimit();
    const [cores, disk] = await Promise.all([this.#cores, soon(this.#disk.percent())]);
    return {
      cpu_percent: rounded(this.#cpu.percent(cores)),
      memory_mb: rounded(process.memoryUsage.rss() / megabyte),
      total_memory_mb: rounded(memoryLimit() / megabyte),
      disk_usage_percent: disk === null ? null : rounded(disk),
      thread_count: threadCount(),
    };
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

async function soon<T>(value: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, longestWaitMs, null).unref();
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
