import type { FileSettings } from '../config/file-settings.ts';
import { together } from './in-use.ts';
import type { UsedChannel } from './used-channel.ts';

/** Prepares what new settings need, which may fail and changes nothing; the result puts them to use, and cannot fail. */
export type Follow = (next: FileSettings, channels: readonly UsedChannel[]) => () => void;

/**
 * What `monitor.yaml` decides, as it is now, and the channels of this node: those of the file and those that were made over
 * the API. Whoever needs it asks here each time, or follows it.
 */
export class CurrentSettings {
  #now: FileSettings;
  #stored: readonly UsedChannel[] = [];
  #channels: readonly UsedChannel[];
  #errors: readonly string[] = [];
  readonly #followers: Follow[] = [];
  readonly #listeners: (() => void)[] = [];

  constructor(first: FileSettings) {
    this.#now = first;
    this.#channels = together(first, []);
  }

  get now(): FileSettings {
    return this.#now;
  }

  /** Why the file as it is now is not in use; none: it is. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** All channels in use, those of the file first. */
  get channels(): readonly UsedChannel[] {
    return this.#channels;
  }

  get channelIds(): string[] {
    return this.#channels.map((channel) => channel.id);
  }

  follow(prepare: Follow): void {
    this.#followers.push(prepare);
  }

  /** Tells each time that settings were replaced or refused. */
  onReload(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** What the file says now. */
  replace(next: FileSettings): void {
    this.#use(next, this.#stored);
    this.#errors = [];
    this.#tell();
  }

  /** The channels that were made over the API, as they are now, without those that are switched off. */
  replaceStored(stored: readonly UsedChannel[]): void {
    this.#use(this.#now, stored);
    this.#tell();
  }

  refuse(errors: readonly string[]): void {
    this.#errors = errors;
    this.#tell();
  }

  /** All of it or nothing, within one turn of the event loop: nobody sees a part of it. */
  #use(file: FileSettings, stored: readonly UsedChannel[]): void {
    const channels = together(file, stored);
    const uses = this.#followers.map((prepare) => prepare(file, channels));
    this.#now = file;
    this.#stored = stored;
    this.#channels = channels;
    for (const use of uses) use();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
