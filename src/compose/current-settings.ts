import type { FileSettings } from '../config/file-settings.ts';

/** Prepares what new settings need, which may fail and changes nothing; the result puts them to use, and cannot fail. */
export type Follow = (next: FileSettings) => () => void;

/** What `monitor.yaml` decides, as it is now. Whoever needs it asks here each time, or follows it. */
export class CurrentSettings {
  #now: FileSettings;
  #errors: readonly string[] = [];
  readonly #followers: Follow[] = [];
  readonly #listeners: (() => void)[] = [];

  constructor(first: FileSettings) {
    this.#now = first;
  }

  get now(): FileSettings {
    return this.#now;
  }

  /** Why the file as it is now is not in use; none: it is. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** The channels that the file names. */
  get channelIds(): string[] {
    return this.#now.channels.map((channel) => channel.id);
  }

  follow(prepare: Follow): void {
    this.#followers.push(prepare);
  }

  /** Tells each time that settings were replaced or refused. */
  onReload(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** All of it or nothing, within one turn of the event loop: nobody sees a part of it. */
  replace(next: FileSettings): void {
    const uses = this.#followers.map((prepare) => prepare(next));
    this.#now = next;
    this.#errors = [];
    for (const use of uses) use();
    for (const listener of this.#listeners) listener();
  }

  refuse(errors: readonly string[]): void {
    this.#errors = errors;
    for (const listener of this.#listeners) listener();
  }
}
