import { stat } from 'node:fs/promises';

/**
 * Finds out when a file was changed for good. It looks at the file that the path leads to now, whatever links are on
 * the way, so it sees a file that was replaced by another and a directory of links that was swapped (Kubernetes). A file
 * that is being written changes between two looks: it counts as changed when two looks in a row find the same.
 */
export class FileWatch {
  readonly #path: string;
  #known: string | null = null;
  #seen: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** Whether the file is another than the one that was acknowledged last, and does not change any more. */
  async look(): Promise<boolean> {
    const version = await this.#version();
    const isStable = version === this.#seen;
    this.#seen = version;
    return isStable && version !== this.#known;
  }

  /** What the last look found is known from now on. */
  acknowledge(): void {
    this.#known = this.#seen;
  }

  /** A write changes the time of change, even where the size and the time of modification are kept. */
  async #version(): Promise<string> {
    try {
      const { dev, ino, size, mtimeNs, ctimeNs } = await stat(this.#path, { bigint: true });
      return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    }
  }
}
