import { statfs } from 'node:fs/promises';

/** How full the file system of the working directory is, in percent as `df` counts it; null when it cannot be said. */
export class DiskMeter {
  #isAsking = false;

  async percent(): Promise<number | null> {
    // A dead network mount answers never: one question waits there, not one more with every heartbeat.
    if (this.#isAsking) return null;
    this.#isAsking = true;
    try {
      const { blocks, bfree, bavail } = await statfs(process.cwd());
      const used = blocks - bfree;
      return used + bavail > 0 ? (used / (used + bavail)) * 100 : null;
    } catch {
      return null;
    } finally {
      this.#isAsking = false;
    }
  }
}
